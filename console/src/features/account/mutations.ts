import type { Client } from '@mandap/client/client.ts'
import { mutationOptions, type QueryClient } from '@tanstack/preact-query'
import { ownAccount, type OwnSession } from './queries.ts'

/** Returns the mutation that ends one session, which leaves the list at once. */
export function sessionEnding(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['account', 'end session'],
    mutationFn: ({ id }: OwnSession) =>
      client.send('DELETE /account/sessions/{id}', { params: { id } }),
    onSuccess: (_, { id }) => keepSessions(client, queryClient, (session) => session.id !== id),
    onSettled: () => refetch(queryClient),
  })
}

/** Returns the mutation that ends all sessions but this one. Its result is how many it ended. */
export function otherSessionsEnding(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['account', 'end other sessions'],
    mutationFn: async () => (await client.call('POST /account/sessions/end-others', {})).data.ended,
    onSuccess: () => keepSessions(client, queryClient, ({ isCurrent }) => isCurrent),
    onSettled: () => refetch(queryClient),
  })
}

/** Returns the mutation that changes the password, which ends all sessions but this one. */
export function passwordChange(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['account', 'change password'],
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      client.send('POST /account/password', { body }),
    onSuccess: () => keepSessions(client, queryClient, ({ isCurrent }) => isCurrent),
    onSettled: () => refetch(queryClient),
  })
}

function keepSessions(
  client: Client,
  queryClient: QueryClient,
  isKept: (session: OwnSession) => boolean,
) {
  queryClient.setQueryData(
    ownAccount(client).queryKey,
    (account) => account && { ...account, sessions: account.sessions.filter(isKept) },
  )
}

function refetch(queryClient: QueryClient) {
  for (const queryKey of [['account'], ['activity']])
    void queryClient.invalidateQueries({ queryKey })
}

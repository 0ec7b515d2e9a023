import type { Client } from '@mandap/client/client.ts'
import { mutationOptions, type QueryClient } from '@tanstack/preact-query'
import { ownAccount, type OwnSession } from './queries.ts'

/** A session to end, and the password if the sign-in is not recent. */
interface SessionEnd {
  id: string
  currentPassword?: string | undefined
}

/** Returns the mutation that ends one session, which leaves the list at once. */
export function sessionEnding(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['account', 'end session'],
    mutationFn: ({ id, currentPassword }: SessionEnd) =>
      client.send('POST /account/sessions/{id}/end', {
        params: { id },
        body: confirmation(currentPassword),
      }),
    onSuccess: (_, { id }) => keepSessions(client, queryClient, (session) => session.id !== id),
    onSettled: () => refetch(queryClient),
  })
}

/** Returns the mutation that ends all sessions but this one. Its result is how many it ended. */
export function otherSessionsEnding(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['account', 'end other sessions'],
    mutationFn: async (currentPassword?: string) => {
      const body = confirmation(currentPassword)
      return (await client.call('POST /account/sessions/end-others', { body })).data.ended
    },
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

function confirmation(currentPassword: string | undefined) {
  return currentPassword === undefined ? {} : { currentPassword }
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

import type { Client } from '@mandap/client/client.ts'
import { bearer } from '@mandap/client/http.ts'
import { mutationOptions, type QueryClient } from '@tanstack/preact-query'
import { session as browserSession } from '../session/current.ts'
import type { NewTokens } from '../session/session.ts'
import { ownAccount, type OwnSession } from './queries.ts'
import { invalidate } from '../client/query-keys.ts'

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
      reauthenticated((headers) =>
        client.call('POST /account/sessions/{id}/end', {
          params: { id },
          headers,
          body: confirmation(currentPassword),
        }),
      ),
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
      const { ended } = await reauthenticated((headers) =>
        client.call('POST /account/sessions/end-others', { headers, body }),
      )
      return ended
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
      reauthenticated((headers) => client.call('POST /account/password', { headers, body })),
    onSuccess: () => keepSessions(client, queryClient, ({ isCurrent }) => isCurrent),
    onSettled: () => refetch(queryClient),
  })
}

/** Makes a call that may replace the tokens of this session. Returns the data of its answer. */
async function reauthenticated<T extends NewTokens>(
  call: (headers: Record<string, string>) => Promise<{ data: T }>,
): Promise<T> {
  const { data } = await browserSession.reauthenticate(
    (token) => call(bearer(token)),
    (answer) => answer.data,
  )
  return data
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
  invalidate(queryClient, 'account', 'activity')
}

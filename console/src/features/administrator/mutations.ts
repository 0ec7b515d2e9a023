import type { Client } from '@mandap/client/client.ts'
import type { Role } from '@mandap/domain/session/role.ts'
import { mutationOptions, type QueryClient } from '@tanstack/preact-query'
import { grantHeader } from '../session/grant-header.ts'
import type { Administrator } from './queries.ts'
import { invalidate } from '../client/query-keys.ts'

interface OnPerson {
  person: Administrator
  grant: string | null
}

interface Invitation {
  email: string
  name?: string
  /** Without one, an invited or disabled person keeps theirs. */
  role?: Role
  grant: string | null
}

/** Returns the mutation that invites a person by mail, or sends them another link. */
export function invitation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['administrators', 'invite'],
    mutationFn: ({ grant, ...body }: Invitation) =>
      client.send('POST /administrators', { headers: grantHeader(grant), body }),
    onSettled: () => refetch(queryClient),
  })
}

/** Returns the mutation that disables an administrator. */
export function disabling(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['administrators', 'disable'],
    mutationFn: ({ person: { id }, grant }: OnPerson) =>
      client.send('POST /administrators/{id}/disable', {
        params: { id },
        headers: grantHeader(grant),
      }),
    onSettled: () => refetch(queryClient),
  })
}

/** Returns the mutation that changes the role of an administrator. */
export function roleChange(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['administrators', 'role'],
    mutationFn: ({ person: { id }, role, grant }: OnPerson & { role: Role }) =>
      client.send('POST /administrators/{id}/role', {
        params: { id },
        headers: grantHeader(grant),
        body: { role },
      }),
    onSettled: () => refetch(queryClient),
  })
}

/** Returns the mutation that ends all sessions of an administrator. */
export function allSessionsEnding(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['administrators', 'end sessions'],
    mutationFn: ({ person: { id }, grant }: OnPerson) =>
      client.send('POST /administrators/{id}/end-sessions', {
        params: { id },
        headers: grantHeader(grant),
      }),
    onSettled: () => refetch(queryClient),
  })
}

/** Returns the mutation that removes the second factor of an administrator. */
export function factorReset(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['administrators', 'reset factor'],
    mutationFn: ({ person: { id }, grant }: OnPerson) =>
      client.send('POST /administrators/{id}/reset-factor', {
        params: { id },
        headers: grantHeader(grant),
      }),
    onSettled: () => refetch(queryClient),
  })
}

function refetch(queryClient: QueryClient) {
  invalidate(queryClient, 'administrators', 'activity')
}

import { DEMONSTRATION_EMAIL, DEMONSTRATION_PASSWORD } from '@mandap/demo/account.ts'
import { fetchFrom, memoryHost } from '@mandap/demo/memory-host.ts'

/** The token of every session of the demonstration. It does not expire. */
export const DEMO_TOKEN = 'demonstration'

/** Returns a `fetch` that answers the identity calls of the demonstration without a server. */
export function demoIdentity(): typeof fetch {
  const administrators = [{ email: DEMONSTRATION_EMAIL, password: DEMONSTRATION_PASSWORD }]
  return fetchFrom(memoryHost({ administrators, token: DEMO_TOKEN }))
}

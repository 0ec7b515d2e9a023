import type { Counter } from '../rate-limit/rate-limit.ts'
import type { Device } from '../session/device.ts'

/** Who tries to sign in: an account, from an address that it may know, in a browser that it may know. */
interface SignInAttempt {
  emailFolded: string
  address: string
  isKnownAddress: boolean
  device: Device | undefined
}

/** The counters of one sign-in, the widest first: a closed address leaves no row for the account. */
export function signInCounters(attempt: SignInAttempt): Counter[] {
  const { emailFolded, address, isKnownAddress, device } = attempt
  // nobody else can exhaust the limit of a known device
  if (device) return [{ limit: 'signInByDevice', subject: device.toString('hex') }]
  const counters: Counter[] = [{ limit: 'signInByAddress', subject: address }]
  // guesses from many addresses must not lock the administrator's own address out
  if (!isKnownAddress) counters.push({ limit: 'signInByAccount', subject: emailFolded })
  counters.push({ limit: 'signInByAccountAndAddress', subject: [emailFolded, address] })
  return counters
}

/** The counters of one reset mail. */
export function resetCounters(attempt: Omit<SignInAttempt, 'isKnownAddress'>): Counter[] {
  const { emailFolded, address, device } = attempt
  if (device) return [{ limit: 'resetByDevice', subject: device.toString('hex') }]
  return [
    { limit: 'resetByAddress', subject: address },
    { limit: 'resetByAccount', subject: emailFolded },
  ]
}

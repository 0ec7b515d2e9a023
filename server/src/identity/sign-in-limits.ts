import type { AttemptCounter } from '../rate-limit/rate-limit.ts'
import type { Device } from '../session/device.ts'

/** A sign-in attempt: its account, and whether the address and the browser are known to the account. */
interface SignInAttempt {
  emailFolded: string
  address: string
  isKnownAddress: boolean
  device: Device | undefined
}

/**
 * Returns the counters of a sign-in, the widest first, so that a blocked address adds no row for the account.
 */
export function signInCounters(attempt: SignInAttempt): AttemptCounter[] {
  const { emailFolded, address, isKnownAddress, device } = attempt
  // nobody else can exhaust the limit of a known device
  if (device) return [{ limit: 'signInByDevice', subject: device.toString('hex') }]
  const counters: AttemptCounter[] = [{ limit: 'signInByAddress', subject: address }]
  // guesses from many addresses must not block a known address of the administrator
  if (!isKnownAddress) counters.push({ limit: 'signInByAccount', subject: emailFolded })
  counters.push({ limit: 'signInByAccountAndAddress', subject: [emailFolded, address] })
  return counters
}

/** What a sign-in shows as its second step. `device` is a known one that showed the second factor before. */
interface SecondStepAttempt {
  administratorId: string
  address: string
  device: Device | undefined
  isPasskey: boolean
}

/** Returns the counters of a second step, the widest first. */
export function secondStepCounters(attempt: SecondStepAttempt): AttemptCounter[] {
  const { administratorId, address, device, isPasskey } = attempt
  if (device) return [{ limit: 'factorByDevice', subject: device.toString('hex') }]
  const byAddress = { limit: 'factorByAddress', subject: address } as const
  // a passkey cannot be guessed, so guesses of codes must not block it
  return isPasskey
    ? [byAddress]
    : [byAddress, { limit: 'factorByAccount', subject: administratorId }]
}

/** Returns the counters of a reset mail. */
export function resetCounters(attempt: Omit<SignInAttempt, 'isKnownAddress'>): AttemptCounter[] {
  const { emailFolded, address, device } = attempt
  if (device) return [{ limit: 'resetByDevice', subject: device.toString('hex') }]
  return [
    { limit: 'resetByAddress', subject: address },
    { limit: 'resetByAccount', subject: emailFolded },
  ]
}

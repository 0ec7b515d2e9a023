import type { Database } from '../database/connection.ts'
import type { Limits } from '../config/attempt-limits.ts'
import { consumeAttempt, type AttemptCounter, countedAddress } from '../rate-limit/rate-limit.ts'
import { attemptRefused } from '../rate-limit/refusal.ts'
import type { SignedIn } from '../session/bearer.ts'

const TOO_MANY_SENT = 'Too many OTPs were wrong or not used.'
const TOO_MANY_WRONG = 'Too many wrong OTPs were entered.'

interface Caller {
  administrator: SignedIn
  ip: string
}

/** Counts an OTP that is sent. Throws an `HttpError` beyond the limit. */
export function allowSending(
  db: Database,
  limits: Limits,
  caller: Caller,
  now: Date,
): Promise<void> {
  return allow(db, { limits, counters: sendCounters(caller), problem: TOO_MANY_SENT }, now)
}

/** Counts an OTP that is entered. Throws an `HttpError` beyond the limit. */
export function allowEntering(
  db: Database,
  limits: Limits,
  caller: Caller,
  now: Date,
): Promise<void> {
  return allow(db, { limits, counters: enterCounters(caller), problem: TOO_MANY_WRONG }, now)
}

/** Returns the counters of an OTP that was used: it does not count against the next ones. */
export function countersOfUsed(caller: Caller): AttemptCounter[] {
  return [...enterCounters(caller), ...sendCounters(caller)]
}

async function allow(
  db: Database,
  { limits, counters, problem }: { limits: Limits; counters: AttemptCounter[]; problem: string },
  now: Date,
): Promise<void> {
  const wait = await consumeAttempt(db, limits, counters, now)
  if (wait > 0) throw attemptRefused('TOO_MANY_ATTEMPTS', problem, wait)
}

function enterCounters({ administrator, ip }: Caller): AttemptCounter[] {
  return [
    { limit: 'enterOtpByAddress', subject: countedAddress(ip) },
    { limit: 'enterOtpBySession', subject: administrator.sessionId },
    { limit: 'enterOtpByAccount', subject: administrator.id },
  ]
}

/** The counters of the OTPs that were sent and not used. */
function sendCounters({ administrator, ip }: Caller): AttemptCounter[] {
  return [
    { limit: 'sendOtpByAddress', subject: countedAddress(ip) },
    { limit: 'sendOtpBySession', subject: administrator.sessionId },
    { limit: 'sendOtpByAccount', subject: administrator.id },
  ]
}

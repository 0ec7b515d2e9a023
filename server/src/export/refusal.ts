import type { Database } from '../database/connection.ts'
import { LIMITS } from '../config/attempt-limits.ts'
import { consumeAttempt } from '../rate-limit/rate-limit.ts'
import { attemptRefused } from '../rate-limit/refusal.ts'

/** Counts an export of a list or of a person. Throws 429 if the account has made too many within an hour. */
export async function allowExport(db: Database, administratorId: string, now: Date): Promise<void> {
  const counter = { limit: 'exportByAccount', subject: administratorId } as const
  const wait = await consumeAttempt(db, LIMITS, [counter], now)
  if (wait > 0) throw attemptRefused('TOO_MANY_EXPORTS', 'Too many exports.', wait)
}

import { minutesText } from '@mandap/domain/time/minutes-text.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import { LIMITS, type Limits } from '../config/attempt-limits.ts'
import { type AttemptCounter, consumeAttempt, secondsToWait } from '../rate-limit/rate-limit.ts'
import type { Elevation } from '../super-admin/elevation.ts'

/** What the limits of disclosures count: a personal number that is shown, or a document that is opened. */
export type Disclosure = Extract<keyof Limits, 'showNumberByAccount' | 'openDocumentByAccount'>

export interface DisclosureCounter {
  disclosure: Disclosure
  administratorId: string
}

/** Returns the limits with those of the settings. */
export function disclosureLimits({
  numbersPerHour,
  documentsPerHour,
}: Pick<Config, 'numbersPerHour' | 'documentsPerHour'>): Limits {
  return {
    ...LIMITS,
    showNumberByAccount: { ...LIMITS.showNumberByAccount, attempts: numbersPerHour },
    openDocumentByAccount: { ...LIMITS.openDocumentByAccount, attempts: documentsPerHour },
  }
}

/**
 * Counts a disclosure in its transaction. Beyond the limit, returns the masked phone of the Super Admin, or throws
 * 403 `LIMIT_REACHED` without an elevation.
 */
export async function countDisclosure(
  trx: Database,
  limits: Limits,
  counted: DisclosureCounter,
  findElevation: () => Promise<Pick<Elevation, 'number'> | null>,
  now: Date,
): Promise<string | undefined> {
  const wait = await consumeAttempt(trx, limits, [counterOf(counted)], now)
  if (wait === 0) return undefined
  const elevation = await findElevation()
  if (!elevation) throw limitReached(limits, counted.disclosure, wait)
  return elevation.number
}

/** Throws 403 `LIMIT_REACHED` if a disclosure would be beyond its limit. Counts nothing. */
export async function checkDisclosure(
  db: Database,
  limits: Limits,
  counted: DisclosureCounter,
  now: Date,
): Promise<void> {
  const wait = await secondsToWait(db, limits, [counterOf(counted)], now)
  if (wait > 0) throw limitReached(limits, counted.disclosure, wait)
}

function counterOf({ disclosure, administratorId }: DisclosureCounter): AttemptCounter {
  return { limit: disclosure, subject: administratorId }
}

const DONE: Readonly<Record<Disclosure, readonly [one: string, many: string]>> = {
  showNumberByAccount: ['shown', 'personal number'],
  openDocumentByAccount: ['opened', 'document'],
}

function limitReached(limits: Limits, disclosure: Disclosure, wait: number): HttpError {
  const { attempts } = limits[disclosure]
  const [done, what] = DONE[disclosure]
  return new HttpError(
    403,
    'LIMIT_REACHED',
    `You have ${done} ${attempts} ${what}${attempts === 1 ? '' : 's'} within an hour, which is the limit. ` +
      `Continue in ${minutesText(wait)}, or turn Super Admin on to continue now.`,
    { retryAfter: wait },
  )
}

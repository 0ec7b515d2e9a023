import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** At most `tries` in a window of `seconds`, which begins with the first try. */
export interface Limit {
  tries: number
  seconds: number
}

/** docs/decisions/sign-in-limits.md and super-admin.md say why these. */
export const LIMITS = {
  signInByAccountAndAddress: { tries: 10, seconds: 15 * 60 },
  signInByAddress: { tries: 100, seconds: 15 * 60 },
  signInByAccount: { tries: 100, seconds: 60 * 60 },
  resetByAccount: { tries: 5, seconds: 60 * 60 },
  resetByAddress: { tries: 20, seconds: 60 * 60 },
  newPasswordByAddress: { tries: 50, seconds: 15 * 60 },
  refreshByAddress: { tries: 600, seconds: 60 },
  sendOtpByAccount: { tries: 5, seconds: 15 * 60 },
  sendOtpByAddress: { tries: 20, seconds: 15 * 60 },
  tryOtpByAccount: { tries: 20, seconds: 60 * 60 },
  tryOtpByAddress: { tries: 60, seconds: 60 * 60 },
  exportByAccount: { tries: 60, seconds: 60 * 60 },
} satisfies Record<string, Limit>

type LimitName = keyof typeof LIMITS
export type Limits = Record<LimitName, Limit>

/** One counter: a limit and whom it counts. */
export interface Counter {
  limit: LimitName
  subject: string
}

/**
 * Counts one try on each counter, in one statement, before anything is tried: tries in parallel
 * cannot pass the limit together. Returns the seconds to wait, 0 when the try is allowed.
 */
export async function countTry(
  db: Database,
  limits: Limits,
  counters: readonly Counter[],
  now: Date,
): Promise<number> {
  const allowed = new Map<string, number>(counters.map(({ limit }) => [limit, limits[limit].tries]))
  const rows = counters
    .map(({ limit, subject }) => ({
      kind: limit,
      subject,
      count: 1,
      window_ends_at: new Date(now.getTime() + limits[limit].seconds * 1000),
    }))
    // one order for everybody, or two statements could wait for each other
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  const counted = await db
    .insertInto('attempt')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet({
        count: sql<number>`case when attempt.window_ends_at <= ${now} then 1 else attempt.count + 1 end`,
        window_ends_at: sql<Date>`case when attempt.window_ends_at <= ${now}
          then excluded.window_ends_at else attempt.window_ends_at end`,
      }),
    )
    .returning(['kind', 'count', 'window_ends_at'])
    .execute()
  const waits = counted
    .filter(({ kind, count }) => count > (allowed.get(kind) ?? 0))
    .map(({ window_ends_at }) => (window_ends_at.getTime() - now.getTime()) / 1000)
  return Math.ceil(Math.max(0, ...waits))
}

/** Takes one try back: it turned out to be rightful. */
export async function forgiveTry(db: Database, counters: readonly Counter[]) {
  for (const { limit, subject } of counters)
    await db
      .updateTable('attempt')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('kind', '=', limit)
      .where('subject', '=', subject)
      .where('count', '>', 0)
      .execute()
}

/** Starts these counters anew. */
export async function clearCounter(db: Database, { limit, subject }: Counter) {
  await db.deleteFrom('attempt').where('kind', '=', limit).where('subject', '=', subject).execute()
}

/** The address that limits count: an IPv4 address, or the /64 that one IPv6 subscriber has to itself. */
export function countedAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`).toString()
}

/** The tries of one sign-in: this account from here, anybody from here, this account from anywhere. */
export function signInCounters(emailFolded: string, address: string, isKnownAddress: boolean) {
  const here: Counter[] = [
    { limit: 'signInByAccountAndAddress', subject: accountAt(emailFolded, address) },
    { limit: 'signInByAddress', subject: address },
  ]
  // who guesses from many addresses must not lock the administrator's own address out
  return isKnownAddress
    ? here
    : [...here, { limit: 'signInByAccount', subject: emailFolded } satisfies Counter]
}

/** Starts every counter of an account anew, whatever the address. */
export async function clearAccountCounters(db: Database, emailFolded: string) {
  await db
    .deleteFrom('attempt')
    .where((eb) =>
      eb.or([
        eb('kind', '=', 'signInByAccount').and('subject', '=', emailFolded),
        eb('kind', '=', 'signInByAccountAndAddress').and(
          sql<boolean>`starts_with(subject, ${accountAt(emailFolded, '')})`,
        ),
      ]),
    )
    .execute()
}

function accountAt(emailFolded: string, address: string): string {
  return `${emailFolded} ${address}`
}

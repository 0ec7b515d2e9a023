import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import type { Limit, LimitName, Limits } from '../config/attempt-limits.ts'
import type { Database } from '../database/connection.ts'
import { latestEnd } from '../clock/skew.ts'
import { hostWithoutPort } from '../network/loopback.ts'

/** A counter: a limit, and the account, address or both that it counts. */
export interface AttemptCounter {
  limit: LimitName
  subject: string | readonly string[]
}

/**
 * Counts an attempt on each counter before it is made. Returns the seconds to wait, 0 if it is allowed. An
 * attempt beyond a limit only reads, so that rejected attempts use no disk space. Parallel attempts cannot
 * exceed a limit together, because each counter decides before the next one is written.
 */
export async function consumeAttempt(
  db: Database,
  limits: Limits,
  counters: readonly AttemptCounter[],
  now: Date,
): Promise<number> {
  const wait = await secondsToWait(db, limits, counters, now)
  if (wait > 0) return wait
  for (const counter of counters) {
    if ((await countAttempt(db, limits, counter, now)) !== null) continue
    return Math.max(1, await secondsToWait(db, limits, [counter], now))
  }
  return 0
}

/** Returns the seconds until all counters are below their limits, 0 if they are. */
export async function secondsToWait(
  db: Database,
  limits: Limits,
  counters: readonly AttemptCounter[],
  now: Date,
): Promise<number> {
  const rows = await db
    .selectFrom('attempt')
    .select(['kind', 'count', 'window_ends_at'])
    .where('window_ends_at', '>', now)
    .where((eb) =>
      eb.or(
        counters.map(({ limit, subject }) =>
          eb('kind', '=', limit).and('subject', '=', storedSubject(subject)),
        ),
      ),
    )
    .execute()
  const limitOf = new Map<string, Limit>(counters.map(({ limit }) => [limit, limits[limit]]))
  const waits = rows
    .filter(({ kind, count, window_ends_at }) => {
      const { attempts, seconds } = limitOf.get(kind) ?? { attempts: 0, seconds: 0 }
      return count >= attempts && window_ends_at <= latestEnd(now, seconds)
    })
    .map(({ window_ends_at }) => (window_ends_at.getTime() - now.getTime()) / 1000)
  return Math.ceil(Math.max(0, ...waits))
}

/** Adds an attempt to a counter and returns the count. Returns null and writes nothing if it is at its limit. */
export async function countAttempt(
  db: Database,
  limits: Limits,
  { limit, subject }: AttemptCounter,
  now: Date,
): Promise<number | null> {
  const { attempts, seconds } = limits[limit]
  const isOver = sql<boolean>`(attempt.window_ends_at <= ${now} or attempt.window_ends_at > ${latestEnd(now, seconds)})`
  const counted = await db
    .insertInto('attempt')
    .values({
      kind: limit,
      subject: storedSubject(subject),
      count: 1,
      window_ends_at: new Date(now.getTime() + seconds * 1000),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({
          count: sql<number>`case when ${isOver} then 1 else attempt.count + 1 end`,
          window_ends_at: sql<Date>`case when ${isOver}
            then excluded.window_ends_at else attempt.window_ends_at end`,
        })
        .where((eb) => eb.or([isOver, eb('attempt.count', '<', attempts)])),
    )
    .returning('count')
    .executeTakeFirst()
  return counted?.count ?? null
}

/** Removes an attempt that turned out to be legitimate. */
export async function refundAttempt(db: Database, counters: readonly AttemptCounter[]) {
  for (const { limit, subject } of counters)
    await db
      .updateTable('attempt')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('kind', '=', limit)
      .where('subject', '=', storedSubject(subject))
      .where('count', '>', 0)
      .execute()
}

/** Resets a counter to zero. */
export async function clearCounter(db: Database, { limit, subject }: AttemptCounter) {
  await db
    .deleteFrom('attempt')
    .where('kind', '=', limit)
    .where('subject', '=', storedSubject(subject))
    .execute()
}

/** Deletes counters whose window is over. Safe to run at any time, in any number of processes. */
export async function deleteOldAttempts(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('attempt').where('window_ends_at', '<', now).execute()
}

/** Returns the address that the limits count: an IPv4 address, or the /64 network of one IPv6 subscriber. */
export function countedAddress(ip: string): string {
  // some proxies forward the port too, which differs with each connection
  const host = hostWithoutPort(ip)
  if (!ipaddr.isValid(host)) return ip
  const address = ipaddr.process(host)
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`).toString()
}

/**
 * Resets the counters of an account's password to zero, for every address. Those of its second factor stay: otherwise
 * somebody who reads the mailbox could guess codes without a limit, by resetting the password again and again.
 */
export async function clearAccountCounters(db: Database, emailFolded: string) {
  await db
    .deleteFrom('attempt')
    .where((eb) =>
      eb.or([
        eb('kind', 'in', ['signInByAccount', 'failedSignInByAccount', 'lockOutByAccount']).and(
          'subject',
          '=',
          storedSubject(emailFolded),
        ),
        eb('kind', '=', 'signInByAccountAndAddress').and(
          sql<boolean>`starts_with(subject, ${storedSubject([emailFolded, ''])})`,
        ),
      ]),
    )
    .execute()
}

// hashed, so that rows stay small for any input, and do not show which e-mails were tried
function storedSubject(subject: string | readonly string[]): string {
  return [subject]
    .flat()
    .map((part) => part && createHash('sha256').update(part).digest('base64url').slice(0, 22))
    .join(' ')
}

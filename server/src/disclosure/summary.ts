import { counted, type Nouns } from '@mandap/domain/text/counted.ts'
import { DAY, HOUR, utcDate } from '@mandap/domain/time/days.ts'
import { sql } from 'kysely'
import type { AuthorisedNumber } from '../config/setting.ts'
import type { Database } from '../database/connection.ts'
import { withTimeLimit } from '../database/serving.ts'
import type { Mail, SendMail } from '../mail/mail.ts'
import { notice } from '../mail/notice.ts'
import type { Limits } from '../config/attempt-limits.ts'
import { superAdminAddresses } from '../super-admin/addresses.ts'
import type { Disclosure } from './limit.ts'

/** The days before today whose summaries are sent if they were not, such as after the server was off. */
const DAYS_BACK = 7

/** The audit entries of each disclosure, and its words in the mail. */
const DISCLOSURES = [
  {
    disclosure: 'showNumberByAccount',
    kind: 'reveal',
    words: ['personal number shown', 'personal numbers shown'],
  },
  {
    disclosure: 'openDocumentByAccount',
    kind: 'open',
    words: ['document opened', 'documents opened'],
  },
] as const satisfies readonly { disclosure: Disclosure; kind: string; words: Nouns }[]

interface Dependencies {
  db: Database
  mail: SendMail
  numbers: readonly AuthorisedNumber[]
  limits: Limits
  log: { warn: (details: object, message: string) => void }
}

/**
 * Mails the Super Admins a summary of each of the last days, in UTC, on which an administrator passed half of a limit
 * of disclosures within an hour. Any number of processes may call it: each day is sent once. A day of which nobody could be
 * mailed is tried again at the next call. Throws after the last day if a day failed.
 */
export async function sendDueSummaries(dependencies: Dependencies, now: Date): Promise<void> {
  const today = Math.floor(now.getTime() / DAY)
  const failures: unknown[] = []
  for (let day = today - DAYS_BACK; day < today; day++)
    await sendSummary(dependencies, day * DAY).catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, 'A summary of disclosures could not be sent.')
}

/**
 * Records that the summary of a day was sent, and sends it in the same transaction: if the server ends in between, a later
 * call sends it. One connection is used until the mails are sent.
 */
function sendSummary(dependencies: Dependencies, start: number): Promise<void> {
  // the transaction is idle while the mails are sent
  return withTimeLimit(dependencies.db, null)
    .transaction()
    .execute(async (trx) => {
      // another process sends summaries, and the insert would wait for its transaction
      if (!(await locksSummaries(trx))) return
      const day = utcDate(start)
      const claimed = await trx
        .insertInto('disclosure_summary')
        .values({ day })
        .onConflict((conflict) => conflict.doNothing())
        .returning('day')
        .executeTakeFirst()
      if (!claimed) return
      const lines = await linesOf(trx, dependencies.limits, start)
      if (lines.length > 0) await mailSummary(dependencies, day, lines)
    })
}

async function locksSummaries(trx: Database): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('mandap.disclosure_summary')) as "isLocked"`.execute(
    trx,
  )
  return rows[0]?.isLocked ?? false
}

/** Mails the summary to each Super Admin. Throws if nobody could be mailed. */
async function mailSummary(
  { mail, numbers, log }: Dependencies,
  day: string,
  lines: readonly string[],
): Promise<void> {
  const recipients = superAdminAddresses(numbers)
  if (recipients.length === 0)
    log.warn(
      { day, lines },
      'Administrators passed half of a limit of disclosures, and no Super Admin has an e-mail address: SUPER_ADMIN_NUMBERS can name one for each number.',
    )
  const sent = await Promise.allSettled(recipients.map((to) => mail(summaryMail(to, day, lines))))
  const failures = recipients.flatMap((to, at) => {
    const outcome = sent[at]
    return outcome?.status === 'rejected' ? [{ to, err: outcome.reason as unknown }] : []
  })
  if (failures.length > 0 && failures.length === recipients.length)
    throw new AggregateError(
      failures.map(({ err }) => err),
      `The summary of disclosures on ${day} could not be mailed.`,
    )
  // the others have the mail, and another attempt would send it to them again
  for (const failure of failures)
    log.warn(
      { day, ...failure },
      'A Super Admin was not mailed the summary of disclosures. It is not sent again, because another one has it.',
    )
}

/** Returns one line per administrator and limit of which they passed half within an hour, from the audit log. */
async function linesOf(db: Database, limits: Limits, start: number): Promise<string[]> {
  const lines: string[] = []
  for (const { disclosure, kind, words } of DISCLOSURES) {
    const { attempts } = limits[disclosure]
    const { rows } = await sql<{ by: string; total: number; most: number; elevated: number }>`
      select by, count(*)::int as total, max(within)::int as most,
        count(*) filter (where elevation is not null)::int as elevated
      from (
        -- with the hour before the day, in which an hour of the day may have begun
        select by, at, elevation, count(*) over (
          partition by by order by at range between interval '1 hour' preceding and current row
        ) as within
        from activity
        where kind = ${kind} and at >= ${new Date(start - HOUR)} and at < ${new Date(start + DAY)}
      ) as entry
      where at >= ${new Date(start)}
      group by by having max(within) > ${attempts / 2} order by max(within) desc, by`.execute(db)
    for (const { by, total, most, elevated } of rows) {
      const asSuperAdmin = elevated > 0 ? `, ${elevated} of them as Super Admin` : ''
      lines.push(
        `${by}: ${counted(total, words)}${asSuperAdmin}; at most ${most} within an hour. The limit is ${attempts}.`,
      )
    }
  }
  return lines
}

function summaryMail(to: string, day: string, lines: readonly string[]): Mail {
  return notice({
    to,
    subject: `Mandap: personal data seen on ${day}`,
    paragraphs: [
      `On ${day} (UTC), these administrators saw more than half of what is allowed within an hour:`,
      lines.join('\n'),
      'The screen Activity shows each number and document.',
    ],
  })
}

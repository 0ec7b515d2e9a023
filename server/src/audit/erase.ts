import { SERVER } from '@mandap/domain/audit/actor.ts'
import { type AuditSubject, SUBJECTS_WITH_ERASABLE_DETAILS } from '@mandap/domain/audit/kind.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { withTimeLimit } from '../database/serving.ts'
import { appendAuditEntries } from './append.ts'

/**
 * Erases the personal details of the entries about one record: its name, the values before and after, reasons. What
 * happened, when, who did it and the id of the record stay. Returns how many entries had details. The chain stays
 * valid, and nothing can stand in for what was erased.
 */
export async function eraseAuditDetails(
  trx: Database,
  subject: AuditSubject,
  subjectId: string,
): Promise<number> {
  return eraseAuditEntries(trx, sql`subject = ${subject} and subject_id = ${subjectId}`)
}

/** Erases the personal details of the entries that satisfy a condition. See `eraseAuditDetails`. */
export async function eraseAuditEntries(
  trx: Database,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    select erase_activity(array(
      select id from activity where salt is not null and (${condition})
    )) as erased`.execute(trx)
  return rows[0]?.erased ?? 0
}

const MAX_ID = Number.MAX_SAFE_INTEGER

const NOTHING = { entries: 0, erased: 0 }

/** Entries per transaction. */
const ERASED_AT_ONCE = 5000

/**
 * Erases the personal details of the entries before `before`, except those about administrators and the server, who
 * are accountable. An entry of the kind `eraseDetails` says up to which entry, and the next run begins there. Returns
 * how many entries had details.
 */
export async function eraseOldAuditDetails(
  db: Database,
  before: Date,
  days: number,
): Promise<number> {
  let erased = 0
  for (;;) {
    const some = await eraseSomeDetails(db, before, days)
    erased += some.erased
    if (some.entries < ERASED_AT_ONCE) return erased
  }
}

/** Erases the details of the next entries. Returns their number, and how many of them had details. */
function eraseSomeDetails(
  db: Database,
  before: Date,
  days: number,
): Promise<{ entries: number; erased: number }> {
  // thousands of entries may take longer than a call
  return withTimeLimit(db, null)
    .transaction()
    .execute(async (trx) => {
      const { rows: locked } = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('mandap.eraseDetails')) as ours`.execute(trx)
      if (!locked[0]?.ours) return NOTHING
      const { rows } = await sql<{ last: number | null; entries: number; erased: number }>`
      with due as materialized (
        select id, subject, salt from activity
        where id > ${await lastErasedId(trx)}
          -- the times of the entries never decrease
          and id < coalesce((select id from activity where at >= ${before} order by at, id limit 1), ${MAX_ID})
        order by id limit ${ERASED_AT_ONCE}
      )
      select max(id) as last, count(*)::int as entries, erase_activity(array_agg(id) filter (
        where subject = any(${SUBJECTS_WITH_ERASABLE_DETAILS}) and salt is not null)) as erased
      from due`.execute(trx)
      const { last, ...done } = rows[0] ?? { last: null, ...NOTHING }
      if (last === null) return NOTHING
      await appendAuditEntries(trx, {
        by: SERVER,
        kind: 'eraseDetails',
        subject: 'server',
        subjectId: String(last),
        subjectName: 'audit log',
        after: { entries: done.erased, days },
      })
      return done
    })
}

async function lastErasedId(db: Database): Promise<number> {
  const entry = await db
    .selectFrom('activity')
    .select('subject_id')
    .where('kind', '=', 'eraseDetails')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(entry?.subject_id ?? 0)
}

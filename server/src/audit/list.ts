import type { AuditQuery, AuditRecord } from '@mandap/contract/audit.ts'
import { decodeAuditListing } from '@mandap/contract/codec/decode-audit.ts'
import { decodePageRequest } from '@mandap/contract/codec/decode-page.ts'
import { QueryError } from '@mandap/contract/codec/query-error.ts'
import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import { maskNote, maskPersonalNumbers } from '@mandap/domain/partner/personal-record.ts'
import { words } from '@mandap/domain/text/text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { isStorableText } from '../database/storable-text.ts'
import type { AuditRow } from '../database/tables.ts'

export interface AuditPage {
  data: AuditRecord[]
  next: string | null
  total: number | null
}

/** Reads a page of the audit log, newest first. Throws a `QueryError` that names what is wrong with the query. */
export async function readAuditPage(db: Database, query: AuditQuery): Promise<AuditPage> {
  const { limit, after, skip } = decodePageRequest(query)
  const where = conditionsOf(decodeAuditListing(query))
  const beyond = after === undefined ? [] : [sql<boolean>`id < ${idOfCursor(after)}`]
  const [rows, total] = await Promise.all([
    rowsWhere(db, [...where, ...beyond], { limit: limit + 1, skip }),
    after === undefined ? countAuditEntries(db, where) : null,
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(auditRecord),
    next: last && rows.length > limit ? String(last.id) : null,
    total,
  }
}

/** Returns the people in the audit log, in order. Reads one index entry per person. */
export async function auditPeople(db: Database): Promise<string[]> {
  const { rows } = await sql<{ by: string }>`
    with recursive person as (
      (select by from activity order by by limit 1)
      union all
      select (select a.by from activity a where a.by > person.by order by a.by limit 1)
      from person where person.by is not null
    ) select by from person where by is not null`.execute(db)
  return rows.map(({ by }) => by)
}

/** Returns the entries of a listing as a condition in SQL. */
export function auditWhere(listing: AuditListing): RawBuilder<boolean> {
  return sql.join([sql`true`, ...conditionsOf(listing)], sql` and `)
}

function rowsWhere(
  db: Database,
  conditions: readonly RawBuilder<boolean>[],
  { limit, skip = 0 }: { limit: number; skip?: number | undefined },
) {
  return (
    db
      .selectFrom('activity')
      .selectAll()
      // reads the ids first, so that skipped rows are read from the index only
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('activity')
          .select('id')
          .where((chosen) => chosen.and([...conditions]))
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(skip),
      )
      .orderBy('id', 'desc')
      .execute()
  )
}

async function countAuditEntries(
  db: Database,
  conditions: readonly RawBuilder<boolean>[],
): Promise<number> {
  // ids have no gaps, so the last id is the count
  const { n } =
    conditions.length === 0
      ? await db
          .selectFrom('activity')
          .select(sql<number>`coalesce(max(id), 0)`.as('n'))
          .executeTakeFirstOrThrow()
      : await db
          .selectFrom('activity')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where((eb) => eb.and([...conditions]))
          .executeTakeFirstOrThrow()
  return n
}

function conditionsOf(listing: AuditListing): RawBuilder<boolean>[] {
  const { subject, person, kind, from, to, search = '' } = listing
  return [
    ...(subject === undefined ? [] : [sql<boolean>`subject = ${subject.kind}`]),
    ...(subject?.id === undefined ? [] : [equals('subject_id', subject.id)]),
    ...(person === undefined ? [] : [equals('by', person)]),
    ...(kind === undefined ? [] : [sql<boolean>`kind = ${kind}`]),
    // the times of the entries never decrease
    ...(from === undefined ? [] : [sql<boolean>`id >= ${firstFrom(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`id < ${firstFrom(to)}`]),
    ...words(search).map(contains),
  ]
}

/** Returns the id of the first entry at an instant or later, or the id after the last entry. */
function firstFrom(at: number): RawBuilder<number> {
  return sql`coalesce(
    (select id from activity where at >= ${new Date(at)} order by at, id limit 1),
    (select coalesce(max(id), 0) + 1 from activity))`
}

function equals(column: 'subject_id' | 'by', value: string): RawBuilder<boolean> {
  return isStorableText(value) ? sql`${sql.ref(column)} = ${value}` : sql`false`
}

const PAN_IN_REASON = '[a-z]{5}[0-9]{4}[a-z]'

/** Matches each text that has a number which `maskNote` masks, and some others: 12 digits, a PAN, an IFSC code. */
const NUMBER_IN_REASON =
  '(?<![+0-9])[0-9]{12}(?![0-9])|[0-9]{4}[^0-9a-z][0-9]{4}[^0-9a-z][0-9]{4}' +
  `|${PAN_IN_REASON}|[a-z]{4}0[a-z0-9]{6}`

/**
 * Matches the entries that contain a word. Earlier releases stored reasons with numbers that are masked only when they are
 * read: nobody may find those by their digits, or a PAN by its letters.
 */
function contains(word: string): RawBuilder<boolean> {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  const [number, shown] = /\d/.test(word)
    ? [NUMBER_IN_REASON, sql`regexp_replace(search_text, '\\n[^\\n]*$', '')`]
    : [PAN_IN_REASON, sql`regexp_replace(search_text, ${PAN_IN_REASON}, ' ', 'g')`]
  return sql`search_text like ${pattern}
    and (reason is null or reason !~* ${number} or ${shown} like ${pattern})`
}

function idOfCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new QueryError('after', 'after is not a cursor of this list.')
}

/** Returns an entry in the format of the contract. */
export function auditRecord(row: AuditRow): AuditRecord {
  const { id, at, by, kind, subject, version, reason, elevation } = row
  return {
    id,
    at: at.toISOString(),
    by,
    kind,
    subject,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    ...(row.salt === null && { erased: true }),
    version,
    // earlier releases recognised fewer numbers, and entries cannot be changed
    before: maskPersonalNumbers(row.before),
    after: maskPersonalNumbers(row.after),
    reason: reason === null ? null : maskNote(reason),
    elevation,
  }
}

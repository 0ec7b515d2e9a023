import { type DemoCounts, demoCounts, generate } from '@mandap/demo/generate.ts'
import { idPrefix, indexOfId } from '@mandap/demo/record-id.ts'
import type { IndexFields } from '@mandap/domain/rule/condition.ts'
import { type Today, today as todayIn } from '@mandap/domain/time/days.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { BOOKING } from '../src/booking/kind.ts'
import type { Database } from '../src/database/connection.ts'
import { PARTNER, TEMP_PARTNER } from '../src/partner/kind.ts'
import { type BulkTarget, bulkInsert } from '../src/records/bulk-insert.ts'
import type { RecordKind } from '../src/records/kind.ts'
import { progressBar, type Note } from '../src/terminal/terminal.ts'
import { keepImportedUserGroups } from '../src/user/group.ts'
import { USER } from '../src/user/kind.ts'
import { addDocuments } from './document.ts'

/**
 * Adds demonstration data until it has this number of bookings, with the partners and users that they need.
 * Returns the number of added records. Existing records stay as they are, including changes by staff.
 */
export function fillDemo(
  target: BulkTarget,
  today: Today,
  bookings?: number,
  note: Note = () => {},
): Promise<DemoCounts> {
  return target.db.transaction().execute(async (trx) => {
    // if two servers start on one database, the second one waits and then finds the data
    await sql`select pg_advisory_xact_lock(hashtext('mandap.demo'))`.execute(trx)
    return addMissing(target, today, bookings, note)
  })
}

// reads outside the transaction above, because copying locks whole tables
async function addMissing(
  target: BulkTarget,
  today: Today,
  bookings: number | undefined,
  note: Note,
): Promise<DemoCounts> {
  const { db } = target
  const wanted = demoCounts(bookings)
  const start: DemoCounts = {
    users: await present(db, USER),
    partners: await present(db, PARTNER),
    tempPartners: await present(db, TEMP_PARTNER),
    bookings: await present(db, BOOKING),
  }
  const records = generate(today, wanted, start, Date.now())
  const add = <F extends IndexFields<F> & { id: string }>(
    kind: RecordKind<F>,
    name: keyof DemoCounts,
    label: string,
  ) => bulkInsertNew(target, kind, records[name], wanted[name] - start[name], label, note)
  // inserts a record before those that refer to it, and a partner's documents before the partner
  await addDocuments(db, start.partners, generate(today, wanted, start).partners)
  const added = {
    users: await add(USER, 'users', 'users'),
    partners: await add(PARTNER, 'partners', 'partners'),
    tempPartners: await add(TEMP_PARTNER, 'tempPartners', 'temp partners'),
    bookings: await add(BOOKING, 'bookings', 'bookings'),
  }
  await keepImportedUserGroups(db)
  return added
}

/** Returns the current day in India, from which the demonstration data is dated. */
export function inIndia(): Today {
  return todayIn(Date.now(), 'Asia/Kolkata')
}

/** Returns whether a first start should fill the database: it lacks demonstration data and has no other records. */
export async function isDemoDue(db: Database): Promise<boolean> {
  if ((await present(db, BOOKING)) > 0) return false
  for (const kind of [USER, PARTNER, BOOKING]) {
    const prefix = idPrefix(kind.subject)
    const { rows } = await sql`
      (select from ${sql.table(kind.table)} where id < ${prefix} limit 1) union all
      (select from ${sql.table(kind.table)} where id >= ${after(prefix)} limit 1)`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

/** Returns how many records of a kind were inserted so far, including those that staff have deleted since. */
async function present(
  db: Database,
  { table, subject }: Pick<RecordKind, 'table' | 'subject'>,
): Promise<number> {
  const prefix = idPrefix(subject)
  const within = sql`between ${prefix} and ${after(prefix)}`
  const { rows } = await sql<{ last: string | null }>`
    select greatest(
      (select max(id) from ${sql.table(table)} where id ${within}),
      (select max(subject_id) from activity where subject = ${subject} and subject_id ${within})
    ) as last`.execute(db)
  const last = rows[0]?.last
  return last ? indexOfId(last) + 1 : 0
}

// 'g' sorts after every hexadecimal digit
function after(prefix: string): string {
  return `${prefix}g`
}

async function bulkInsertNew<F extends IndexFields<F> & { id: string }>(
  target: BulkTarget,
  kind: RecordKind<F>,
  records: Iterable<JsonObject>,
  count: number,
  label: string,
  note: Note,
): Promise<number> {
  if (count <= 0) return 0
  const report = (copied: number) =>
    note(
      copied < count
        ? `${progressBar(copied / count)} ${copied.toLocaleString('en-IN')} ${label}`
        : `${progressBar(1)} indexing ${label}`,
    )
  report(0)
  return bulkInsert(target, kind, records, 'demonstration data', report)
}

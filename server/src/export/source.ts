import { decodeListToExport } from '@mandap/contract/codec/decode-export.ts'
import type { ListToExport } from '@mandap/contract/codec/export.ts'
import { QueryError } from '@mandap/contract/codec/query-error.ts'
import type { ExportRequest } from '@mandap/contract/export.ts'
import { csvFile, xlsxFile } from '@mandap/contract/export-file.ts'
import { auditEntryFrom } from '@mandap/domain/audit/entry.ts'
import { AUDIT_COLUMNS } from '@mandap/domain/audit/export.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { BOOKING_COLUMNS } from '@mandap/domain/booking/export.ts'
import type { Column } from '@mandap/domain/table/column.ts'
import type { ExportFormat } from '@mandap/domain/export/format.ts'
import { type ExportNames, exportNames } from '@mandap/domain/export/list.ts'
import { partnerColumns } from '@mandap/domain/partner/export.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { isTimeZone } from '@mandap/domain/time/days.ts'
import { USER_COLUMNS } from '@mandap/domain/user/export.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import { type RawBuilder, sql } from 'kysely'
import { auditRecord, auditWhere } from '../audit/list.ts'
import { BOOKING } from '../booking/kind.ts'
import { bookingsByIndex, tiersByIndex } from '../booking/found.ts'
import { bookingListOf } from '../booking/list.ts'
import { toSql } from '../database/rule-to-sql.ts'
import type { AuditRow } from '../database/tables.ts'
import { PARTNER } from '../partner/kind.ts'
import { partnerListOf } from '../partner/list.ts'
import { BY_NAME, type Order } from '../records/page.ts'
import { isInTiers, usersListed, usersOfTiers } from '../user/list.ts'

/** An exported list: its rows as SQL, and the file that they become. */
export interface ExportSource {
  name: ExportNames
  /** All rows of the list, in its order: queries to read one after another. */
  rows: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]]
  count: RawBuilder<{ n: number }>
  file: (rows: AsyncIterable<unknown>, format: ExportFormat) => ReadableStream<Uint8Array>
}

/** Returns the list to export. Throws a `QueryError` that names what is wrong with the request. */
export function exportSource(request: ExportRequest): ExportSource {
  const { timeZone } = request
  if (!isTimeZone(timeZone))
    throw new QueryError('timeZone', 'timeZone must be a time zone such as Asia/Kolkata.')
  const list = decodeListToExport(request)
  return { name: exportNames(list), ...fileOfList(list, timeZone) }
}

function fileOfList(list: ListToExport, timeZone: string): Omit<ExportSource, 'name'> {
  switch (list.of) {
    case 'bookings':
      return bookings(list.listing, timeZone)
    case 'partners':
      return partners(list.listing, timeZone)
    case 'users':
      return users(list.listing, timeZone)
    case 'activity':
      return activity(list.listing, timeZone)
  }
}

type Listing<Of> = Extract<ListToExport, { of: Of }>['listing']

function bookings(listing: Listing<'bookings'>, timeZone: string): Omit<ExportSource, 'name'> {
  const { condition, order } = bookingListOf(listing)
  const isFound = listing.list === 'found'
  const where = isFound ? bookingsByIndex(listing.search) : toSql(condition, BOOKING.columns)
  return {
    ...rowsOf({
      table: 'booking',
      record: sql.ref('body'),
      where,
      tiers: isFound ? tiersByIndex(listing.search) : [where],
      order,
    }),
    file: fileOf(BOOKING_COLUMNS, (row: RecordRow) => bookingFrom(row.record), timeZone),
  }
}

function partners(listing: Listing<'partners'>, timeZone: string): Omit<ExportSource, 'name'> {
  const { table, condition, tiers: parts, record } = partnerListOf(listing)
  const where = toSql(condition, PARTNER.columns)
  const tiers = parts.length < 2 ? [where] : parts.map((tier) => toSql(tier, PARTNER.columns))
  const columns = partnerColumns(listing.list)
  return {
    ...rowsOf({ table, record, where, tiers, order: BY_NAME }),
    file: fileOf(columns, (row: RecordRow) => partnerFrom(row.record), timeZone),
  }
}

function users(listing: Listing<'users'>, timeZone: string): Omit<ExportSource, 'name'> {
  const isListed = (parts: readonly RawBuilder<unknown>[]) =>
    sql<boolean>`id in (select id from (${sql.join(parts, sql` union all `)}) as users)`
  const where = isListed(usersListed(listing))
  const tiers = isInTiers(listing) ? usersOfTiers(listing).map(isListed) : [where]
  return {
    ...rowsOf({ table: 'app_user', record: sql.ref('body'), where, tiers, order: BY_NAME }),
    file: fileOf(USER_COLUMNS, (row: RecordRow) => userFrom(row.record), timeZone),
  }
}

function activity(listing: Listing<'activity'>, timeZone: string): Omit<ExportSource, 'name'> {
  const from = sql`from activity where ${auditWhere(listing)}`
  return {
    rows: [sql`select * ${from} order by id desc`],
    count: sql`select count(*) as n ${from}`,
    file: fileOf(AUDIT_COLUMNS, (row: AuditRow) => auditEntryFrom(auditRecord(row)), timeZone),
  }
}

interface RecordRow {
  record: unknown
}

interface Listed {
  table: string
  record: RawBuilder<unknown>
  where: RawBuilder<boolean>
  /** Disjoint parts of `where` that the list shows one after another (§5.5). */
  tiers: readonly RawBuilder<boolean>[]
  order: Order
}

function rowsOf({
  table,
  record,
  where,
  tiers,
  order,
}: Listed): Pick<ExportSource, 'rows' | 'count'> {
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  const inOrder = (condition: RawBuilder<boolean>) => sql<RecordRow>`
    select ${record} as record from ${sql.table(table)} where ${condition}
    order by ${sql.ref(order.column)} ${direction}, id ${direction}`
  const [first = where, ...others] = tiers
  return {
    rows: [inOrder(first), ...others.map(inOrder)],
    count: sql`select count(*) as n from ${sql.table(table)} where ${where}`,
  }
}

/** Writes the rows of the query in either format. */
function fileOf<R>(
  columns: readonly Column<R>[],
  read: (row: never) => R,
  timeZone: string,
): ExportSource['file'] {
  return (rows, format) => {
    const records = recordsOf(rows as AsyncIterable<never>, read)
    return (format === 'csv' ? csvFile : xlsxFile)({ columns, records, timeZone })
  }
}

async function* recordsOf<Row, R>(rows: AsyncIterable<Row>, read: (row: Row) => R) {
  for await (const row of rows) yield read(row)
}

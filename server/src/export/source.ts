import { decodeAuditListing } from '@mandap/contract/codec/decode-audit.ts'
import { QueryError } from '@mandap/contract/codec/query-error.ts'
import { decodeUserListing } from '@mandap/contract/codec/decode-users.ts'
import type { ExportRequest } from '@mandap/contract/export.ts'
import { csvFile, xlsxFile } from '@mandap/contract/export-file.ts'
import { auditEntryFrom } from '@mandap/domain/audit/entry.ts'
import { AUDIT_COLUMNS } from '@mandap/domain/audit/export.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { BOOKING_COLUMNS } from '@mandap/domain/booking/export.ts'
import type { Column } from '@mandap/domain/table/column.ts'
import type { ExportFormat } from '@mandap/domain/export/format.ts'
import { type ListName, listName } from '@mandap/domain/export/list.ts'
import { partnerColumns } from '@mandap/domain/partner/export.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { isTimeZone } from '@mandap/domain/time/days.ts'
import { USER_COLUMNS } from '@mandap/domain/user/export.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import { type RawBuilder, sql } from 'kysely'
import { auditRecord, auditWhere } from '../audit/list.ts'
import { BOOKING } from '../booking/kind.ts'
import { bookingsByIndex, tiersByIndex } from '../booking/found.ts'
import { bookingList } from '../booking/list.ts'
import { toSql } from '../database/rule-to-sql.ts'
import type { AuditRow } from '../database/tables.ts'
import { PARTNER } from '../partner/kind.ts'
import { partnerList } from '../partner/list.ts'
import { BY_NAME, type Order } from '../records/page.ts'
import { isInTiers, usersListed, usersOfTiers } from '../user/list.ts'

/** An exported list: its rows as SQL, and the file that they become. */
export interface Source {
  name: ListName
  /** All rows of the list, in its order: queries to read one after another. */
  rows: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]]
  count: RawBuilder<{ n: number }>
  file: (rows: AsyncIterable<unknown>, format: ExportFormat) => ReadableStream<Uint8Array>
}

type Query<Of> = Extract<ExportRequest, { of: Of }>['query']

/** Returns the list to export. Throws a `QueryError` that names what is wrong with the request. */
export function exportSource(request: ExportRequest): Source {
  const { timeZone } = request
  if (!isTimeZone(timeZone))
    throw new QueryError('timeZone', 'timeZone must be a time zone such as Asia/Kolkata.')
  switch (request.of) {
    case 'bookings':
      return bookings(request.query, timeZone)
    case 'partners':
      return partners(request.query, timeZone)
    case 'users':
      return users(request.query, timeZone)
    case 'activity':
      return activity(request.query, timeZone)
  }
}

function bookings(query: Query<'bookings'>, timeZone: string): Source {
  const { tab, list } = query
  if (tab === undefined && list === undefined)
    throw new QueryError('query', 'An export of bookings needs a tab or list.')
  const { condition, order } = bookingList(query)
  const search = query.search ?? ''
  const isFound = list === 'found'
  const where = isFound ? bookingsByIndex(search) : toSql(condition, BOOKING.columns)
  return {
    name: listName(
      list === undefined
        ? { of: 'bookings', list: 'details', tab: tab ?? 'booked' }
        : list === 'counted'
          ? { of: 'bookings', list, figure: query.figure ?? 'all' }
          : { of: 'bookings', list },
    ),
    ...rowsOf({
      table: 'booking',
      record: sql.ref('body'),
      where,
      tiers: isFound ? tiersByIndex(search) : [where],
      order,
    }),
    file: fileOf(BOOKING_COLUMNS, (row: RecordRow) => bookingFrom(row.record), timeZone),
  }
}

function partners(query: Query<'partners'>, timeZone: string): Source {
  const { list } = query
  if (list === undefined) throw new QueryError('query', 'An export of partners needs a list.')
  const { table, condition, tiers: parts, record } = partnerList(query)
  const where = toSql(condition, PARTNER.columns)
  const tiers = parts.length < 2 ? [where] : parts.map((tier) => toSql(tier, PARTNER.columns))
  return {
    name: listName(
      list === 'approval'
        ? { of: 'partners', list, status: query.status ?? 'pending' }
        : { of: 'partners', list },
    ),
    ...rowsOf({ table, record, where, tiers, order: BY_NAME }),
    file: fileOf(partnerColumns(list), (row: RecordRow) => partnerFrom(row.record), timeZone),
  }
}

function users(query: Query<'users'>, timeZone: string): Source {
  const listing = decodeUserListing(query)
  const isListed = (parts: readonly RawBuilder<unknown>[]) =>
    sql<boolean>`id in (select id from (${sql.join(parts, sql` union all `)}) as users)`
  const where = isListed(usersListed(listing))
  const tiers = isInTiers(listing) ? usersOfTiers(listing).map(isListed) : [where]
  return {
    name: listName({ of: 'users' }),
    ...rowsOf({ table: 'app_user', record: sql.ref('body'), where, tiers, order: BY_NAME }),
    file: fileOf(USER_COLUMNS, (row: RecordRow) => userFrom(row.record), timeZone),
  }
}

function activity(query: Query<'activity'>, timeZone: string): Source {
  const from = sql`from activity where ${auditWhere(decodeAuditListing(query))}`
  return {
    name: listName({ of: 'activity' }),
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

function rowsOf({ table, record, where, tiers, order }: Listed): Pick<Source, 'rows' | 'count'> {
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
): Source['file'] {
  return (rows, format) => {
    const records = recordsOf(rows as AsyncIterable<never>, read)
    return (format === 'csv' ? csvFile : xlsxFile)({ columns, records, timeZone })
  }
}

async function* recordsOf<Row, R>(rows: AsyncIterable<Row>, read: (row: Row) => R) {
  for await (const row of rows) yield read(row)
}

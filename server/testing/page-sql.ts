import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { BOOKING } from '../src/booking/kind.ts'
import { bookingList } from '../src/booking/list.ts'
import { connect } from '../src/database/connection.ts'
import { toSql } from '../src/database/rule-to-sql.ts'
import { chosenFrom, partnerList } from '../src/partner/list.ts'
import { pageOf } from '../src/records/page.ts'
import { wireRecord } from '../src/records/read.ts'
import { summary } from '../src/summary/summary.ts'

/**
 * Returns the SQL with which the server reads what a path answers, without the session and the count. Its one row
 * has the JSON as `data`.
 */
export async function pageSql(databaseUrl: string, path: string): Promise<CompiledQuery> {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const query = Object.fromEntries(searchParams)
  const db = connect(databaseUrl, 1)
  const compiled = sqlOf(pathname, query).compile(db)
  await db.destroy()
  return compiled
}

function sqlOf(pathname: string, { limit, ...query }: Record<string, string>): RawBuilder<unknown> {
  const rows = Number(limit ?? 50)
  switch (pathname) {
    case '/bookings': {
      const { condition, order } = bookingList(query)
      return pageOf(BOOKING, { where: toSql(condition, BOOKING.columns), order, limit: rows }).sql
    }
    case '/partners': {
      const list = partnerList(query)
      return pageOf(list, { ...chosenFrom(list, false), limit: rows }).sql
    }
    case '/summary':
      return sql`select counts::text as data from (${NO_ROLL_UP}) as summary`
    default:
      return sql`
        select ${wireRecord}::text as data from booking where id = ${pathname.split('/').at(-1)}`
  }
}

// its SQL needs no connection; only a roll-up does
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const NO_ROLL_UP = summary(undefined as never).sql

import { decodePageRequest, isWholeList } from '@mandap/contract/codec/decode-page.ts'
import { QueryError } from '@mandap/contract/codec/query-error.ts'
import { bookingsWithNumber } from '@mandap/domain/booking/filter.ts'
import type { BookingIndex } from '@mandap/domain/booking/index-fields.ts'
import type { Condition } from '@mandap/domain/rule/condition.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { COUNTERS } from '../counters/declaration.ts'
import { deltasOf } from '../counters/read.ts'
import { JSON_TYPE, type JsonText, registerReadRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { NOTHING, type OneRow } from '../database/one-row.ts'
import { toSql } from '../database/rule-to-sql.ts'
import type { OpenList } from '../http/open-lists.ts'
import { notFound } from '../http/http-error.ts'
import { changeAnswer, changeRecordIn, sendRecord, versionOf } from '../records/change.ts'
import { awaitErasures } from '../records/erased.ts'
import { isCountedJump, type Order, pageBody, pageOf } from '../records/page.ts'
import { recordTextById, streamRecords, wireRecord } from '../records/read.ts'
import { MAX_SKIPPED } from '../records/found-page.ts'
import { registerWriteRoute } from '../http/write-route.ts'
import { foundPage } from './found.ts'
import { BOOKING } from './kind.ts'
import { BY_NUMBER, bookingList, isFiltered } from './list.ts'
import { patchedBooking } from './patch.ts'

const NOT_FOUND = 'There is no booking with this id.'
const SKIPPED_TOO_MANY = `With list=found, skip is at most ${MAX_SKIPPED}. Use after to read further pages.`

interface Dependencies {
  db: Database
  openList: OpenList
}

/** Registers the calls of bookings (§7). */
export function registerBookings(app: FastifyInstance, { db, openList }: Dependencies): void {
  registerReadRoute(app, 'GET /bookings', async (request, reply) => {
    const { query } = request
    reply.type(JSON_TYPE)
    if (query.numberId !== undefined) {
      const { records } = await request.readListRows({ records: numbered(query.numberId) })
      return records
    }
    if (isWholeList(query)) {
      const { id } = await request.requireSession()
      openList(id, reply)
      return streamRecords(request.readList.bind(request), BOOKING)
    }
    const { limit, after, skip } = decodePageRequest(query)
    const { parts, order, few, count, spans } = bookingList(query)
    if (query.list === 'found') {
      if (skip !== undefined && skip > MAX_SKIPPED) throw new QueryError('skip', SKIPPED_TOO_MANY)
      const found = { order, limit, after, skip }
      return request.readList((from) => foundPage(from, query.search ?? '', found))
    }
    const isJump = isCountedJump({ skip, spans })
    const { page, total } = await request.readListRows({
      page: {
        ...pageOf(BOOKING, {
          parts: parts.map((part) => rowsInOrder(part, order)),
          order,
          limit,
          after,
          skip,
          spans,
          few,
        }),
        needsOwnPlan: isFiltered(query),
      },
      // suggestions are not counted: many bookings begin with the first characters of a number
      total: after === undefined && order !== BY_NUMBER && !isJump ? count(db) : NOTHING,
      // a jump adds the deltas to the counters, and returns the total itself
      deltas: isJump ? deltasOf(db, COUNTERS.bookings) : NOTHING,
    })
    return pageBody(page, page.counted ?? total)
  })

  registerReadRoute(app, 'GET /bookings/{id}', async (request, reply) => {
    const { row } = await request.readInSession({ row: recordTextById(BOOKING, request.params.id) })
    if (!row) throw notFound(NOT_FOUND)
    return sendRecord(reply, row)
  })

  registerWriteRoute(
    app,
    db,
    'PATCH /bookings/{id}',
    async ({ params, headers, body, administrator }, trx) => {
      await awaitErasures(trx)
      const outcome = await changeRecordIn(trx, BOOKING, {
        id: params.id,
        version: versionOf(headers['if-match']),
        by: administrator.email,
        change: (stored) => patchedBooking(trx, { id: params.id, stored, sent: body }),
      })
      return changeAnswer(outcome, NOT_FOUND)
    },
  )
}

function rowsInOrder(condition: Condition<BookingIndex>, { column }: Order): RawBuilder<unknown> {
  return sql`select id, ${sql.ref(column)} from booking where ${toSql(condition, BOOKING.columns)}`
}

/** Reads the bookings with exactly this number, as JSON text (§7). */
function numbered(number: string): OneRow<JsonText> {
  return {
    sql: sql`
      select coalesce(json_agg(${wireRecord} order by id), '[]')::text as records
      from booking where ${toSql(bookingsWithNumber(number), BOOKING.columns)}`,
    columns: ['records'],
    valueOf: ({ records }) => records as JsonText,
  }
}

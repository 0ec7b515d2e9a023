import { bookingsWithNumber } from '@mandap/domain/booking/filter.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { answerCall, JSON_TYPE } from '../call.ts'
import type { Database } from '../database/connection.ts'
import { toSql } from '../database/rule-to-sql.ts'
import type { OpenList } from '../open-lists.ts'
import { notFound } from '../problem.ts'
import { changeAnswer, changeRecordIn, sendRecord, versionOf } from '../record/change.ts'
import { pageBody, readPage } from '../record/page.ts'
import { maskedText } from '../record/masked.ts'
import { findRecord, onTheWire, streamRecords, wireRecord } from '../record/read.ts'
import { answerWrite } from '../write-call.ts'
import { foundPage } from './found.ts'
import { BOOKING } from './kind.ts'
import { asksForPage, BY_NUMBER, bookingList } from './list.ts'
import { patchedBooking } from './patch.ts'

const NOT_FOUND = 'There is no booking with this id.'
const DEFAULT_LIMIT = 50

interface Deps {
  db: Database
  openList: OpenList
}

/** The calls of bookings (§7). */
export function registerBookings(app: FastifyInstance, { db, openList }: Deps): void {
  answerCall(app, 'GET /bookings', async ({ query, administrator }, reply) => {
    reply.type(JSON_TYPE)
    if (query.numberId !== undefined) return bookingsOfNumber(db, query.numberId)
    if (!asksForPage(query)) {
      openList(administrator.id, reply)
      return streamRecords(db, BOOKING)
    }
    const { condition, order, count } = bookingList(query)
    const { limit = DEFAULT_LIMIT, after, skip, list, search = '' } = query
    if (list === 'found') return foundPage(db, search, { order, limit, after, skip })
    const where = toSql(condition, BOOKING.columns)
    const [page, total] = await Promise.all([
      readPage(db, BOOKING, { where, order, limit, after, skip }),
      // suggestions are never counted: the first characters of a number are those of many
      after === undefined && order !== BY_NUMBER ? count(db) : null,
    ])
    return pageBody(page, total)
  })

  answerCall(app, 'GET /bookings/{id}', async ({ params }, reply) => {
    const row = await findRecord(db, BOOKING, params.id)
    if (!row) throw notFound(NOT_FOUND)
    return sendRecord(reply, row, onTheWire(row))
  })

  answerWrite(
    app,
    db,
    'PATCH /bookings/{id}',
    async ({ params, headers, body, administrator }, trx) => {
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

/** The bookings with exactly this number, as the text of a JSON list (§7). */
async function bookingsOfNumber(db: Database, text: string): Promise<string> {
  const { records } = await db
    .selectFrom('booking')
    .select(sql<string>`coalesce(json_agg(${wireRecord} order by id), '[]')::text`.as('records'))
    .where(toSql(bookingsWithNumber(text), BOOKING.columns))
    .executeTakeFirstOrThrow()
  return maskedText(records)
}

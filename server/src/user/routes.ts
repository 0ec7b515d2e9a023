import type { FastifyInstance } from 'fastify'
import { answerCall, JSON_TYPE } from '../call.ts'
import type { Database } from '../database/connection.ts'
import type { OpenList } from '../open-lists.ts'
import { notFound } from '../problem.ts'
import { sendRecord } from '../record/change.ts'
import { pageBody, readPage } from '../record/page.ts'
import { findRecord, onTheWire, streamRecords } from '../record/read.ts'
import { readToday } from '../today.ts'
import { USER } from './kind.ts'
import {
  BY_NAME,
  countUsers,
  soonestFound,
  userBookingCounts,
  userListing,
  usersListed,
} from './list.ts'

const DEFAULT_LIMIT = 50

/** So many that a list has are sorted sooner than an index of names is passed over, or begun. */
const FEW = 50_000
const VERY_FEW = 5_000

interface Deps {
  db: Database
  openList: OpenList
}

/** The calls of users (§7), under `data` (§3), and our own of their list. */
export function registerUsers(app: FastifyInstance, { db, openList }: Deps): void {
  answerCall(app, 'GET /user/all', ({ administrator }, reply) => {
    openList(administrator.id, reply)
    reply.type(JSON_TYPE)
    return streamRecords(db, USER, { open: '{"data":[', close: ']}' })
  })

  answerCall(app, 'GET /users', async ({ query }, reply) => {
    reply.type(JSON_TYPE)
    const listing = userListing(query)
    const { limit = DEFAULT_LIMIT, after, skip } = query
    const found = await soonestFound(db, listing)
    const total = after === undefined ? await countUsers(db, listing, found) : null
    const few = total === null ? found.isRare : total < (skip ? FEW : VERY_FEW)
    const parts = usersListed(listing, found.listed, few)
    return pageBody(
      await readPage(db, USER, { parts, order: BY_NAME, limit, after, skip, few }),
      total,
    )
  })

  answerCall(app, 'GET /user/{id}/booking-counts', async ({ params, query }) => ({
    data: await userBookingCounts(db, params.id, readToday(query)),
  }))

  answerCall(app, 'GET /user/{id}', async ({ params }, reply) => {
    const row = await findRecord(db, USER, params.id)
    if (!row) throw notFound('There is no user with this id.')
    return sendRecord(reply, row, { data: onTheWire(row) })
  })
}

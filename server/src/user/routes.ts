import { decodePageRequest } from '@mandap/contract/codec/decode-page.ts'
import { decodeToday } from '@mandap/contract/codec/decode-today.ts'
import { decodeUserListing } from '@mandap/contract/codec/decode-users.ts'
import { fold } from '@mandap/domain/text/text.ts'
import type { FastifyInstance } from 'fastify'
import { JSON_TYPE, registerReadRoute, registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import type { OpenList } from '../http/open-lists.ts'
import { notFound } from '../http/http-error.ts'
import { sendRecord } from '../records/change.ts'
import { pageBody, readPage } from '../records/page.ts'
import { recordById, serialize, streamRecords } from '../records/read.ts'
import { foundUsers } from './found.ts'
import { USER } from './kind.ts'
import {
  BY_NAME,
  BY_TIER,
  countUsers,
  isInTiers,
  searchConditions,
  userBookingCounts,
  usersInTiers,
  usersListed,
} from './list.ts'

/** Up to this many results, sorting is faster than reading by the index of names: in the middle, and near an end. */
const MAX_FEW = 50_000
const MAX_VERY_FEW = 5_000
const MAX_FROM_END = 500

function mostToSort(total: number, skip = 0): number {
  return Math.min(skip, total - skip) > MAX_FROM_END ? MAX_FEW : MAX_VERY_FEW
}

interface Dependencies {
  db: Database
  openList: OpenList
}

/** Registers the calls of users (§7), under `data` (§3), and our own call of their list. */
export function registerUsers(app: FastifyInstance, { db, openList }: Dependencies): void {
  registerRoute(app, 'GET /user/all', ({ administrator }, reply) => {
    openList(administrator.id, reply)
    reply.type(JSON_TYPE)
    return streamRecords(db, USER, { open: '{"data":[', close: ']}' })
  })

  registerRoute(app, 'GET /users', async ({ query }, reply) => {
    reply.type(JSON_TYPE)
    const { limit, after, skip } = decodePageRequest(query)
    const listing = decodeUserListing(query)
    const search = await searchConditions(db, listing)
    if (after === undefined && fold(listing.search ?? '') !== '')
      return foundUsers(db, listing, search, { limit, skip })
    const total = after === undefined ? await countUsers(db, listing) : null
    const few = total === null ? search.isRare : total < mostToSort(total, skip)
    const listed = isInTiers(listing)
      ? { parts: usersInTiers(listing), order: BY_TIER, few: true }
      : { parts: usersListed(listing, search, few), order: BY_NAME, few }
    return pageBody(
      await readPage(db, USER, { ...listed, limit, after, skip, total: total ?? undefined }),
      total,
    )
  })

  registerRoute(app, 'GET /user/{id}/booking-counts', async ({ params, query }) => ({
    data: await userBookingCounts(db, params.id, decodeToday(query)),
  }))

  registerReadRoute(app, 'GET /user/{id}', async (request, reply) => {
    const { row } = await request.readInSession({ row: recordById(USER, request.params.id) })
    if (!row) throw notFound('There is no user with this id.')
    return sendRecord(reply, row, { data: serialize(row) })
  })
}

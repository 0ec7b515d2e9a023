import { decodePageRequest } from '@mandap/contract/codec/decode-page.ts'
import { decodeToday } from '@mandap/contract/codec/decode-today.ts'
import { decodeUserListing } from '@mandap/contract/codec/decode-users.ts'
import { fold } from '@mandap/domain/text/text.ts'
import type { PageRequest } from '@mandap/contract/codec/page.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import type { FastifyInstance } from 'fastify'
import { JSON_TYPE, type JsonText, registerReadRoute } from '../http/route.ts'
import { deltasOf } from '../counters/read.ts'
import type { Database } from '../database/connection.ts'
import { readRows } from '../database/one-row.ts'
import type { OpenList } from '../http/open-lists.ts'
import { notFound } from '../http/http-error.ts'
import { sendRecord } from '../records/change.ts'
import { BY_NAME, BY_TIER, pageBody, pageOf, readPage } from '../records/page.ts'
import { recordTextById, streamRecords } from '../records/read.ts'
import { foundUsers } from './found.ts'
import { isKept } from './group.ts'
import { USER } from './kind.ts'
import { nameCounters, nameSpans } from './name-spans.ts'
import {
  countUsers,
  isInTiers,
  nextPlan,
  searchConditions,
  userBookingCounts,
  usersInTiers,
  usersListed,
} from './list.ts'

/** Up to this many results, sorting is faster than reading by the index of names: in the middle, and near an end. */
const MAX_SORTED = 50_000
const MAX_SORTED_NEAR_END = 5_000
const MAX_FROM_END = 500

/** From so many users before and after the page, the counters of names find the page faster than reading in order. */
const MIN_COUNTED = 20_000

function mostToSort(total: number, skip?: number): number {
  return distance(total, skip) > MAX_FROM_END ? MAX_SORTED : MAX_SORTED_NEAR_END
}

/** How many users are before or after the first of a page, whichever are fewer. */
function distance(total: number, skip = 0): number {
  return Math.min(skip, total - skip)
}

interface Dependencies {
  openList: OpenList
}

/** Registers the calls of users (§7), under `data` (§3), and our own call of their list. */
export function registerUsers(app: FastifyInstance, { openList }: Dependencies): void {
  registerReadRoute(app, 'GET /user/all', async (request, reply) => {
    const { id } = await request.requireSession()
    openList(id, reply)
    reply.type(JSON_TYPE)
    return streamRecords(request.readList.bind(request), USER, { open: '{"data":[', close: ']}' })
  })

  registerReadRoute(app, 'GET /users', (request, reply) => {
    reply.type(JSON_TYPE)
    const page = decodePageRequest(request.query)
    const listing = decodeUserListing(request.query)
    return request.readList((from) => usersPage(from, listing, page))
  })

  registerReadRoute(app, 'GET /user/{id}/booking-counts', async (request) => {
    const today = decodeToday(request.query)
    const { id } = request.params
    return { data: await request.readList((from) => userBookingCounts(from, id, today)) }
  })

  registerReadRoute(app, 'GET /user/{id}', async (request, reply) => {
    const { row } = await request.readInSession({ row: recordTextById(USER, request.params.id) })
    if (!row) throw notFound('There is no user with this id.')
    return sendRecord(reply, row, `{"data":${row.text}}`)
  })
}

/** Returns the body of a page of users, and how many there are on the first one. */
async function usersPage(
  db: Database,
  listing: UserListing,
  { limit, after, skip }: PageRequest,
): Promise<JsonText> {
  const search = await searchConditions(db, listing)
  const isSearch = fold(listing.search ?? '') !== ''
  const isOfDay = listing.has !== undefined && !isKept(listing.has.group)
  if (after === undefined && (isSearch || isOfDay))
    return foundUsers(db, listing, search, { limit, skip })
  const total = after === undefined ? await countUsers(db, listing) : null
  const { listing: planned, few } =
    total === null
      ? await nextPlan(db, listing, search, { limit })
      : { listing, few: total < mostToSort(total, skip) }
  const listed = isInTiers(listing)
    ? { parts: usersInTiers(planned), order: BY_TIER, few: true }
    : { parts: usersListed(planned, search, few), order: BY_NAME, few }
  const chosen = { ...listed, limit, after, skip, total: total ?? undefined }
  if (total === null || few || distance(total, skip) < MIN_COUNTED)
    return pageBody(await readPage(db, USER, chosen), total)
  const { page } = await readRows(db, {
    page: pageOf(USER, { ...chosen, spans: nameSpans(listing) }),
    deltas: deltasOf(db, nameCounters(listing)),
  })
  return pageBody(page, total)
}

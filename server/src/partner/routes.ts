import { decodePageRequest, isWholeList } from '@mandap/contract/codec/decode-page.ts'
import type { FastifyInstance } from 'fastify'
import { JSON_TYPE, registerReadRoute, registerRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { NOTHING } from '../database/one-row.ts'
import { countDisclosure } from '../disclosure/limit.ts'
import type { OpenList } from '../http/open-lists.ts'
import { notFound } from '../http/http-error.ts'
import {
  changeAnswer,
  changeRecordIn,
  recordAnswer,
  sendRecord,
  versionOf,
} from '../records/change.ts'
import { pageBody, pageOf } from '../records/page.ts'
import { recordTextById, streamRecords } from '../records/read.ts'
import type { Limits } from '../config/attempt-limits.ts'
import { findElevation, requireElevation } from '../super-admin/elevation.ts'
import { registerWriteRoute } from '../http/write-route.ts'
import { decidedPartner } from './decide.ts'
import { deletePartner, restorePartner } from './delete.ts'
import { PARTNER } from './kind.ts'
import { approvedNames, chosenFrom, countByApproval, countPartners, partnerList } from './list.ts'
import { revealNumber } from './reveal.ts'
import { searchPage } from './search-page.ts'

const NOT_FOUND = 'There is no partner with this id.'

interface Dependencies {
  db: Database
  now: () => Date
  openList: OpenList
  limits: Limits
}

/** Registers the calls of partners (§7), and our own calls of their lists, deletion and numbers. */
export function registerPartners(
  app: FastifyInstance,
  { db, now, openList, limits }: Dependencies,
): void {
  registerReadRoute(app, 'GET /partners', async (request, reply) => {
    const { query } = request
    reply.type(JSON_TYPE)
    if (isWholeList(query)) {
      const { id } = await request.requireSession()
      openList(id, reply)
      return streamRecords(request.readList.bind(request), PARTNER)
    }
    const requested = decodePageRequest(query)
    const list = partnerList(query)
    if (list.isSearch) return request.readList((from) => searchPage(from, list, requested))
    const { limit, after, skip } = requested
    const chosen = { ...chosenFrom(list, false), limit, after, skip, record: list.record }
    const { page, total } = await request.readListRows({
      // a plan that is kept for any number of skipped partners would sort all of them
      page: { ...pageOf(list, chosen), needsOwnPlan: skip !== undefined },
      total: after === undefined ? countPartners(db, list) : NOTHING,
    })
    return pageBody(page, total)
  })

  registerReadRoute(app, 'GET /partners/counts', async (request) => {
    const { search = '' } = request.query
    return { data: await request.readList((from) => countByApproval(from, search)) }
  })

  registerReadRoute(app, 'GET /partner-names', async (request) => {
    const { search = '' } = request.query
    return { data: await request.readList((from) => approvedNames(from, search)) }
  })

  registerReadRoute(app, 'GET /partners/{id}', async (request, reply) => {
    const { row } = await request.readInSession({ row: recordTextById(PARTNER, request.params.id) })
    if (!row) throw notFound(NOT_FOUND)
    return sendRecord(reply, row)
  })

  registerWriteRoute(app, db, 'PUT /partners/{id}', async (request, trx) => {
    const { params, headers, body, administrator } = request
    const outcome = await changeRecordIn(trx, PARTNER, {
      id: params.id,
      version: versionOf(headers['if-match']),
      by: administrator.email,
      change: (stored) => decidedPartner(stored, body, () => findElevation(trx, request, now())),
    })
    return changeAnswer(outcome, NOT_FOUND)
  })

  registerWriteRoute(app, db, 'DELETE /partners/{id}', async (request, trx) => {
    const { params, headers, administrator } = request
    const { number } = await requireElevation(trx, request, now())
    const outcome = await deletePartner(trx, {
      id: params.id,
      version: versionOf(headers['if-match']),
      by: administrator.email,
      elevation: number,
    })
    return changeAnswer(outcome, NOT_FOUND)
  })

  registerWriteRoute(app, db, 'POST /partners/{id}/restore', async (request, trx) => {
    const { params, administrator } = request
    const { number } = await requireElevation(trx, request, now())
    const row = await restorePartner(trx, {
      id: params.id,
      by: administrator.email,
      elevation: number,
    })
    if (!row) throw notFound('There is no deleted partner with this id who can be restored.')
    return recordAnswer(row)
  })

  registerRoute(app, 'POST /partners/{id}/reveal', async (request) => {
    const { params, body, administrator } = request
    const counter = {
      disclosure: 'showNumberByAccount',
      administratorId: administrator.id,
    } as const
    const value = await revealNumber(db, {
      id: params.id,
      field: body.field,
      by: administrator.email,
      count: (trx) =>
        countDisclosure(trx, limits, counter, () => findElevation(trx, request, now()), now()),
    })
    if (value === undefined) throw notFound(NOT_FOUND)
    return { data: { value } }
  })
}

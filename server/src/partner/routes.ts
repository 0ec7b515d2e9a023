import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerCall, JSON_TYPE } from '../call.ts'
import type { Database } from '../database/connection.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { notFound } from '../problem.ts'
import { changeRecord, sendRecord, sendStale, versionOf } from '../record/change.ts'
import { pageBody, readPage } from '../record/page.ts'
import { findRecord, onTheWire, streamRecords } from '../record/read.ts'
import { decidedPartner } from './decide.ts'
import { deletePartner } from './delete.ts'
import { PARTNER } from './kind.ts'
import { asksForPage, BY_NAME, countPartners, partnerNames, partnersListed } from './list.ts'
import { maskedPartner, maskedPartnerText } from './mask.ts'

const NOT_FOUND = 'There is no partner with this id.'
const DEFAULT_LIMIT = 50

interface Deps {
  db: Database
  /** Whether a request carries a Super Admin grant. */
  isSuperAdmin: (request: FastifyRequest) => Promise<boolean>
}

/** The calls of partners (§7). */
export function registerPartners(app: FastifyInstance, { db, isSuperAdmin }: Deps): void {
  answerCall(app, 'GET /partners', async ({ query }, reply) => {
    reply.type(JSON_TYPE)
    if (!asksForPage(query)) return streamRecords(db, PARTNER, { show: maskedPartnerText })
    const condition = partnersListed(query)
    const { limit = DEFAULT_LIMIT, after } = query
    const where = toSql(condition, PARTNER.columns)
    const [page, total] = await Promise.all([
      readPage(db, PARTNER, { where, order: BY_NAME, limit, after }),
      after === undefined ? countPartners(db, condition) : null,
    ])
    const masked = (JSON.parse(page.data) as JsonObject[]).map(maskedPartner)
    return pageBody({ ...page, data: JSON.stringify(masked) }, total)
  })

  answerCall(app, 'GET /partner-names', async ({ query }) => ({
    data: await partnerNames(db, query.list),
  }))

  answerCall(app, 'GET /partners/{id}', async ({ params }, reply) => {
    const row = await findRecord(db, PARTNER, params.id)
    if (!row) throw notFound(NOT_FOUND)
    return sendRecord(reply, row, maskedPartner(onTheWire(row)))
  })

  answerCall(app, 'PUT /partners/{id}', async (request, reply) => {
    const { params, headers, body, administrator } = request
    const superAdmin = await isSuperAdmin(request)
    const outcome = await changeRecord(db, PARTNER, {
      id: params.id,
      version: versionOf(headers['if-match']),
      by: administrator.email,
      change: (stored) => decidedPartner(stored, body, superAdmin),
    })
    if (outcome.is === 'missing') throw notFound(NOT_FOUND)
    if (outcome.is === 'stale') return sendStale(reply, outcome, maskedPartner)
    return sendRecord(reply, outcome.row, maskedPartner(onTheWire(outcome.row)))
  })

  answerCall(app, 'DELETE /partners/{id}', async (request) => {
    const { params, administrator } = request
    const row = await deletePartner(db, params.id, {
      by: administrator.email,
      superAdmin: await isSuperAdmin(request),
    })
    if (!row) throw notFound(NOT_FOUND)
    return maskedPartner(onTheWire(row))
  })
}

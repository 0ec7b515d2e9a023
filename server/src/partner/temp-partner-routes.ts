import { manualProblems } from '@mandap/domain/booking/manual-partner.ts'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import { invalid, notFound } from '../http/http-error.ts'
import { registerReadRoute } from '../http/route.ts'
import { registerWriteRoute } from '../http/write-route.ts'
import { recordAnswer, sendRecord } from '../records/change.ts'
import { recordTextById } from '../records/read.ts'
import { TEMP_PARTNER } from './kind.ts'
import { createTempPartner } from './temp-partner.ts'

/** Registers the calls of partners that were entered by hand (§7). */
export function registerTempPartners(app: FastifyInstance, { db }: { db: Database }): void {
  registerWriteRoute(app, db, 'POST /temp-partner', async ({ body, administrator }, trx) => {
    const [problem] = Object.entries(manualProblems(body))
    if (problem) throw invalid(...problem)
    return recordAnswer(await createTempPartner(trx, body, administrator.email), 201)
  })

  registerReadRoute(app, 'GET /temp-partner/{id}', async (request, reply) => {
    const id = request.params.id
    const { row } = await request.readInSession({ row: recordTextById(TEMP_PARTNER, id) })
    if (!row) throw notFound('There is no temp partner with this id.')
    return sendRecord(reply, row)
  })
}

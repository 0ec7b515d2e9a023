import { randomBytes } from 'node:crypto'
import type { NewTempPartner } from '@mandap/contract/temp-partner.ts'
import { manualProblems } from '@mandap/domain/booking/manual-partner.ts'
import type { FastifyInstance } from 'fastify'
import { appendAuditEntries } from '../audit/append.ts'
import { registerReadRoute } from '../http/route.ts'
import type { Database } from '../database/connection.ts'
import { invalid, notFound } from '../http/http-error.ts'
import { recordAnswer, sendRecord } from '../records/change.ts'
import { recordTextById } from '../records/read.ts'
import { toStoredRecord } from '../records/stored-record.ts'
import { insertRows, type StoredRow } from '../records/write.ts'
import { registerWriteRoute } from '../http/write-route.ts'
import { TEMP_PARTNER } from './kind.ts'

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

/**
 * Stores the manual details under a new id in the format of the other records, as the last step of a
 * transaction.
 */
async function createTempPartner(
  trx: Database,
  manual: NewTempPartner,
  by: string,
): Promise<StoredRow> {
  const record = toStoredRecord(TEMP_PARTNER, { _id: randomBytes(12).toString('hex'), ...manual })
  const { id } = record.indexFields
  await insertRows(trx, TEMP_PARTNER, [record], by)
  await appendAuditEntries(trx, {
    by,
    kind: 'create',
    subject: TEMP_PARTNER.subject,
    subjectId: id,
    subjectName: TEMP_PARTNER.nameOf(record.body),
    version: 1,
    after: record.body,
  })
  return { id, body: record.body, version: 1 }
}

import { randomBytes } from 'node:crypto'
import type { NewTempPartner } from '@mandap/contract/temp-partner.ts'
import { manualProblems } from '@mandap/domain/booking/manual-partner.ts'
import type { FastifyInstance } from 'fastify'
import { recordActivity } from '../activity/record.ts'
import { answerCall } from '../call.ts'
import type { Database } from '../database/connection.ts'
import { notFound, Problem } from '../problem.ts'
import { recordAnswer, sendRecord } from '../record/change.ts'
import { findRecord, onTheWire } from '../record/read.ts'
import { storable } from '../record/storable.ts'
import { insertRows, type StoredRow } from '../record/write.ts'
import { answerWrite } from '../write-call.ts'
import { TEMP_PARTNER } from './kind.ts'

/** The calls of partners entered by hand (§7). */
export function registerTempPartners(app: FastifyInstance, { db }: { db: Database }): void {
  answerWrite(app, db, 'POST /temp-partner', async ({ body, administrator }, trx) => {
    const [problem] = Object.entries(manualProblems(body))
    if (problem) throw new Problem(400, 'INVALID', problem[1], problem[0])
    return recordAnswer(await createTempPartner(trx, body, administrator.email), 201)
  })

  answerCall(app, 'GET /temp-partner/{id}', async ({ params }, reply) => {
    const row = await findRecord(db, TEMP_PARTNER, params.id)
    if (!row) throw notFound('There is no temp partner with this id.')
    return sendRecord(reply, row, onTheWire(row))
  })
}

/**
 * Stores the manual details under a fresh id of the form that the other records have, as the last step of a
 * transaction.
 */
async function createTempPartner(
  trx: Database,
  manual: NewTempPartner,
  by: string,
): Promise<StoredRow> {
  const record = storable(TEMP_PARTNER, { _id: randomBytes(12).toString('hex'), ...manual })
  const { id } = record.facts
  await insertRows(trx, TEMP_PARTNER, [record], by)
  await recordActivity(trx, {
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

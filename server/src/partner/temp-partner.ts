import { randomBytes } from 'node:crypto'
import type { NewTempPartner } from '@mandap/contract/temp-partner.ts'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import { toStoredRecord } from '../records/stored-record.ts'
import { insertRows, type StoredRow } from '../records/write.ts'
import { TEMP_PARTNER } from './kind.ts'

/**
 * Stores the manual details under a new id in the format of the other records, as the last step of a
 * transaction.
 */
export async function createTempPartner(
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

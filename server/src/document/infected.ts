import { createReadStream } from 'node:fs'
import { shown } from '@mandap/domain/text/text.ts'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { PARTNER } from '../partner/kind.ts'
import { awaitErasures } from '../records/erased.ts'
import { findVirus } from '../virus-scan/clamd.ts'
import type { NewDocument } from './attach.ts'

/**
 * Lets the scanner read a received document. Does nothing without a scanner. If it finds a virus, records that `by` was
 * refused and throws 400 `INFECTED`, or throws 404 if there is no such partner. Throws `ScannerUnavailable` if the scan
 * fails.
 */
export async function refuseInfected(
  db: Database,
  scanner: string | undefined,
  { partnerId, kind, file }: Pick<NewDocument, 'partnerId' | 'kind' | 'file'>,
  by: string,
): Promise<void> {
  if (scanner === undefined) return
  const virus = await findVirus(scanner, createReadStream(file.path))
  if (virus === null) return
  await db.transaction().execute(async (trx) => {
    // an entry with the name must not follow an erasure
    await awaitErasures(trx)
    const partner = await trx
      .selectFrom('partner')
      .select('body')
      .where('id', '=', partnerId)
      .executeTakeFirst()
    if (!partner) throw notFound('There is no partner with this id.')
    await appendAuditEntries(trx, {
      by,
      kind: 'refuseInfected',
      subject: PARTNER.subject,
      subjectId: partnerId,
      subjectName: PARTNER.nameOf(partner.body),
      after: { field: kind, virus: shown(virus) },
    })
  })
  const text = `The file contains a virus (${shown(virus)}) and was not stored. Upload another file.`
  throw new HttpError(400, 'INFECTED', text, { field: 'file' })
}

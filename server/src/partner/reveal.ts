import { personalNumberOf } from '@mandap/domain/partner/personal-field.ts'
import { personalNumberAt } from '@mandap/domain/partner/personal-record.ts'
import { type JsonObject, readText } from '@mandap/domain/wire/read.ts'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import { HttpError, invalid } from '../http/http-error.ts'
import { readRow } from '../database/one-row.ts'
import { awaitErasures } from '../records/erased.ts'
import { personalValueAt } from '../records/personal-values.ts'
import { recordById } from '../records/read.ts'
import { PARTNER } from './kind.ts'

interface Reveal {
  id: string
  /** A field of the partner, such as `aadharNo`, or a path with dots. */
  field: string
  by: string
  /** Counts the reveal. Returns the masked phone of the Super Admin if it is beyond the limit. */
  count: (trx: Database) => Promise<string | undefined>
}

/**
 * Returns one personal number of a partner in full, after recording it. Returns undefined if there is no such
 * partner, and only the mask if nothing else is stored. Throws an `HttpError` for a field without a number.
 */
export function revealNumber(
  db: Database,
  { id, field, by, count }: Reveal,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await awaitErasures(trx)
    const row = await readRow(trx, recordById(PARTNER, id))
    if (!row) return undefined
    const value = await personalValueAt(trx, PARTNER.subject, id, field)
    if (value === undefined) return maskOf(row.body, field)
    const elevation = await count(trx)
    await appendAuditEntries(trx, {
      by,
      kind: 'reveal',
      subject: PARTNER.subject,
      subjectId: id,
      subjectName: PARTNER.nameOf(row.body),
      version: row.version,
      after: { field },
      elevation,
    })
    return readText(value)
  })
}

/** Returns the mask of a number whose true value is not stored. Throws an `HttpError` if there is no number. */
function maskOf(body: JsonObject, field: string): string {
  const mask = personalNumberAt(body, field)
  if (mask !== '') return mask
  if (field.split('.').some((part) => personalNumberOf(part) !== null))
    throw new HttpError(404, 'NOT_FOUND', `This partner has no ${field}.`, { field: 'field' })
  throw invalid('field', `${field} is not a personal number.`)
}

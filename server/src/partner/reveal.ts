import { personalNumberAt, personalNumberOf } from '@mandap/domain/partner/personal-number.ts'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import { readRow } from '../database/one-row.ts'
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
 * partner. Throws an `HttpError` for a field without a number.
 */
export function revealNumber(
  db: Database,
  { id, field, by, count }: Reveal,
): Promise<string | undefined> {
  if (!field.split('.').some((part) => personalNumberOf(part) !== null))
    throw new HttpError(400, 'INVALID', `${field} is not a personal number.`, 'field')
  return db.transaction().execute(async (trx) => {
    const row = await readRow(trx, recordById(PARTNER, id))
    if (!row) return undefined
    const number = personalNumberAt(row.body, field)
    if (number === '')
      throw new HttpError(404, 'NOT_FOUND', `This partner has no ${field}.`, 'field')
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
    return number
  })
}

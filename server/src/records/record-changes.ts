import { fieldOfPath } from '@mandap/domain/partner/personal-record.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import { difference } from './difference.ts'
import type { RecordKind } from './kind.ts'
import { changedPersonalValues } from './personal-values.ts'
import type { StoredRecord } from './stored-record.ts'
import { type Change, valuesOf } from './write.ts'

/** Returns the changes that make the stored records equal to the given ones. Leaves out records that do not differ. */
export async function recordChanges<F extends { id: string }>(
  trx: Database,
  { subject }: RecordKind<F>,
  pairs: readonly { before: JsonObject; record: StoredRecord<F> }[],
): Promise<Change<F>[]> {
  const given = pairs.map(({ record }) => valuesOf(record))
  const changed = await changedPersonalValues(trx, subject, given)
  return pairs.flatMap(({ before, record }, at) => {
    const values = changed[at]?.values ?? []
    const fields = values.map(({ path }) => fieldOfPath(path))
    const differing = difference(before, record.body, fields)
    return differing ? [{ before, record: { ...record, values }, difference: differing }] : []
  })
}

import { fieldOfPath, valueAt } from '@mandap/domain/partner/personal-record.ts'
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
    const newValues = changed[at]?.values ?? []
    const fields = newValues.map(({ path }) => fieldOfPath(path))
    const differing = difference(before, record.body, fields)
    if (!differing) return []
    const newPaths = new Set(newValues.map(({ path }) => path))
    // the write deletes the stored value of each mask that differs, also if the number is the same under another kind
    const maskedOtherwise = record.values.filter(
      ({ path }) => !newPaths.has(path) && valueAt(before, path) !== valueAt(record.body, path),
    )
    const values = [...newValues, ...maskedOtherwise]
    return [{ before, record: { ...record, values }, difference: differing }]
  })
}

import type { LocatedRecord } from './report.ts'

/** Maximum number of records that are stored at once, and of bytes of JSON after which no record is added. */
const MAX_RECORDS = 1000
const MAX_BYTES = 8 * 1024 * 1024

/** Bytes of JSON after which no more records are kept in memory, where they take several times as many. */
export const MAX_KEPT_BYTES = 64 * 1024 * 1024

/** Returns the records in batches that can be stored at once. */
export async function* inBatches(
  records: AsyncIterable<LocatedRecord> | Iterable<LocatedRecord>,
): AsyncGenerator<LocatedRecord[]> {
  let batch: LocatedRecord[] = []
  let bytes = 0
  for await (const record of records) {
    batch.push(record)
    bytes += record.bytes
    if (batch.length === MAX_RECORDS || bytes > MAX_BYTES) {
      yield batch
      batch = []
      bytes = 0
    }
  }
  if (batch.length > 0) yield batch
}

/**
 * Returns all batches, and `isMany`: whether there are at least `number` records. Reads up to that many first. `isMany`
 * is false if they exceed `MAX_KEPT_BYTES` before that, or if `number` is `Infinity`.
 */
export async function countFirst(batches: AsyncGenerator<LocatedRecord[]>, number: number) {
  if (number === Infinity) return { isMany: false, all: batches }
  const first: LocatedRecord[][] = []
  let missing = number
  let bytes = 0
  while (missing > 0 && bytes <= MAX_KEPT_BYTES) {
    const { done, value } = await batches.next()
    if (done) break
    first.push(value)
    missing -= value.length
    for (const record of value) bytes += record.bytes
  }
  const all = async function* () {
    // a batch that is read is not kept
    for (let batch = first.shift(); batch; batch = first.shift()) yield batch
    yield* batches
  }
  return { isMany: missing <= 0, all: all() }
}

import { describe, expect, test } from 'vitest'
import { countFirst, inBatches } from './batches.ts'
import type { LocatedRecord } from './report.ts'

const MB = 1024 * 1024

function recordOf(bytes: number): LocatedRecord {
  return { position: { line: 1, column: 1, number: 1 }, record: {}, bytes }
}

const recordsOf = (count: number, bytes: number) =>
  Array.from({ length: count }, () => recordOf(bytes))

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const sizesOf = async (records: readonly LocatedRecord[]) =>
  (await allOf(inBatches(records))).map((batch) => batch.length)

describe('a batch', () => {
  test('has at most 1000 records', async () => {
    expect(await sizesOf(recordsOf(2500, 10))).toEqual([1000, 1000, 500])
  })

  test('ends after 8 MB, even if its last record is larger', async () => {
    expect(await sizesOf(recordsOf(5, 5 * MB))).toEqual([2, 2, 1])
    expect(await sizesOf(recordsOf(2, 32 * MB))).toEqual([1, 1])
  })
})

describe('the first batches', () => {
  /** Counts 20,000 records of this size. Returns how many were read for it, and the result. */
  async function counted(bytes: number) {
    let read = 0
    const batches = async function* () {
      for await (const batch of inBatches(recordsOf(20_001, bytes))) {
        read += batch.length
        yield batch
      }
    }
    const { isMany, all } = await countFirst(batches(), 20_000)
    return { read, isMany, all: (await allOf(all)).flat().length }
  }

  test('isMany is true if there are as many records as asked for', async () => {
    expect(await counted(1000)).toEqual({ read: 20_000, isMany: true, all: 20_001 })
  })

  test('isMany is false, and reading stops, beyond 64 MB', async () => {
    // as users with photos have
    const { read, isMany, all } = await counted(200_000)
    expect({ isMany, all }).toEqual({ isMany: false, all: 20_001 })
    expect(read * 200_000).toBeLessThan(80 * MB)
  })
})

import { growth, LINEAR_GROWTH } from '@mandap/domain/testing/growth.ts'
import { isObject } from '@mandap/domain/wire/read.ts'
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  jsonValue,
  nat,
  oneof,
  string,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRecordBytes } from './record-bytes.ts'

async function read(text: string, ...cuts: number[]) {
  const seen: unknown[] = []
  const records = await readRecordBytes('GET /bookings', pieces(text, cuts), (record) =>
    seen.push(record),
  )
  const parsedAgain = Array.from({ length: records.count }, (_, start) => records.json(start))
  return { seen, parsedAgain }
}

async function* pieces(text: string, cuts: number[]): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const starts = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length]
  starts.sort((a, b) => a - b)
  for (const [at, start] of starts.entries()) yield bytes.subarray(start, starts[at + 1])
}

// difficult input for a JSON scanner: brackets, quotes and backslashes in text, and the word "data" itself
const treacherous = oneof(
  constantFrom('"', '\\', '\\"', '{', '}', '[', ']', '"data":[', 'ā₹😀', '\\\\'),
  string(),
)
// JSON.parse of Node 24 confuses names that begin with a backslash, so only texts have them
const name = treacherous.filter((text) => !text.includes('\\'))
const value = oneof(
  treacherous,
  jsonValue({ stringUnit: name }),
  array(treacherous),
  dictionary(name, treacherous),
)
const list = array(
  oneof({ weight: 3, arbitrary: dictionary(name, value) }, { weight: 1, arbitrary: value }),
)
const cuts = array(nat())
const space = constantFrom(undefined, 1, '\t')

describe('the records of a list', () => {
  test('are the same as with JSON.parse for any split of the bytes of a bare list', async () => {
    await assert(
      asyncProperty(list, cuts, space, async (json, at, indent) => {
        const { seen, parsedAgain } = await read(JSON.stringify(json, null, indent), ...at)
        const expected = JSON.parse(JSON.stringify(json.filter(isObject))) as unknown[]
        expect(seen).toEqual(expected)
        expect(parsedAgain).toEqual(expected)
      }),
    )
  })

  test('are the records under data, regardless of the other fields', async () => {
    const around = dictionary(
      name.filter((text) => text !== 'data'),
      value,
    )
    await assert(
      asyncProperty(around, list, around, cuts, space, async (head, json, tail, at, indent) => {
        const text = JSON.stringify({ ...head, data: json, ...tail }, null, indent)
        const { seen, parsedAgain } = await read(text, ...at)
        const expected = JSON.parse(JSON.stringify(json.filter(isObject))) as unknown[]
        expect(seen).toEqual(expected)
        expect(parsedAgain).toEqual(expected)
      }),
    )
  })

  test.each([
    '',
    ' ',
    '{}',
    'null',
    '[',
    '[{"_id":1}',
    '{"data":null}',
    '{"data":{"_id":[]}}',
    '{"meta":{"data":[{}]}}',
    '[{"_id":}]',
    '<html>[{}]</html>',
    '"[{}]"',
  ])('are not to be had from %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({
      kind: 'malformed',
      details: { call: 'GET /bookings' },
    })
  })

  test('are found in time proportional to the text before the list', async () => {
    const work = (size: number) => read(`{${'"a":[],'.repeat(size)}"data":[]}`)
    expect(await growth(work)).toBeLessThan(LINEAR_GROWTH)
  })

  test('may begin with a byte order mark', async () => {
    expect((await read('\u{feff} [{"_id":1}] \n')).seen).toEqual([{ _id: 1 }])
  })
})

import { Readable } from 'node:stream'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Found, readRecords } from './records.ts'

/** Reads a text that arrives in chunks of `size` bytes. */
async function read(text: string | Buffer, size = 7): Promise<Found[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += size)
      yield bytes.subarray(start, start + size)
  }
  return all(readRecords(chunks()))
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/**
 * Returns the ids of records and the reasons of problems with their lines, in order: 'a', '2: Its end
 * is missing.'
 */
function summaryOf(found: readonly Found[]): string[] {
  return found.map((each) => {
    if (each.kind === 'record') return String(each.record['_id'])
    return each.kind === 'foreign' ? each.reason : `${each.position.line}: ${each.reason}`
  })
}

function recordsOf(found: readonly Found[]): JsonObject[] {
  return found.flatMap((each) => (each.kind === 'record' ? [each.record] : []))
}

const aRecord = fc
  .tuple(fc.uuid(), fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 6 }))
  .map(([_id, rest]): JsonObject => ({ _id, ...rest, data: 'no list' }))

describe('records of a stream', () => {
  const shapes: Record<string, (records: readonly JsonObject[]) => string> = {
    'a bare list': (records) => JSON.stringify(records),
    'a list under data': (records) => JSON.stringify({ ok: true, data: records, total: 2 }),
    'an indented list': (records) => JSON.stringify(records, null, 2),
    'an indented list under data': (records) => JSON.stringify({ data: records }, null, 4),
    'mongoexport lines': (records) => records.map((each) => `${JSON.stringify(each)}\n`).join(''),
    'mongoexport --jsonArray': (records) =>
      `[${records.map((each) => JSON.stringify(each)).join(',\n')}]\n`,
    'mongoexport --pretty': (records) =>
      records.map((each) => `${JSON.stringify(each, null, '\t')}\n`).join(''),
    'Windows lines': (records) => records.map((each) => `${JSON.stringify(each)}\r\n`).join(''),
    'pages one after another': (records) =>
      records.map((each) => JSON.stringify({ data: [each] })).join('\n'),
  }

  test('keep a whole number that JavaScript would round as text', async () => {
    const line =
      '{"_id":9007199254740993,"accountNo": 912010049875321987,"list":[-9007199254740993],'
    const found = await read(`${line}"phone":9876501234,"large":2e17,"text":"1 9007199254740993"}`)
    expect(recordsOf(found)).toEqual([
      {
        _id: '9007199254740993',
        accountNo: '912010049875321987',
        list: ['-9007199254740993'],
        phone: 9876501234,
        large: 2e17,
        text: '1 9007199254740993',
      },
    ])
  })

  test.each(Object.keys(shapes))('are read from %s, in chunks of any size', async (shape) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aRecord, { maxLength: 5 }),
        fc.integer({ min: 1, max: 200 }),
        async (records, size) => {
          const found = await read(shapes[shape]?.(records) ?? '', size)
          expect(recordsOf(found)).toEqual(JSON.parse(JSON.stringify(records)))
          expect(found.length).toBe(records.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('begin after a byte order mark', async () => {
    expect(summaryOf(await read('\ufeff[{"_id":"a"}]'))).toEqual(['a'])
  })

  test('have a position: line, column in bytes, and number', async () => {
    const found = await read('[{"_id":"कमल"},{"_id":"b"},\n  {"_id":"c"}]')
    expect(found.map((each) => (each.kind === 'foreign' ? null : each.position))).toEqual([
      { line: 1, column: 2, number: 1 },
      { line: 1, column: 22, number: 2 },
      { line: 2, column: 3, number: 3 },
    ])
  })

  test('are none in an empty stream, list or envelope', async () => {
    for (const empty of ['', '  \n', '[]', '{"data":[]}']) expect(await read(empty)).toEqual([])
  })

  test('reads a record with a list named data as a record', async () => {
    expect(summaryOf(await read('{"_id":"a","data":[{"_id":"within"}]}'))).toEqual(['a'])
  })
})

describe('a record that cannot be read is reported with its position, and the rest is read', () => {
  test.each([
    ['a comma too many', '{"_id":"b",}', 'Expected double-quoted property name.'],
    ['a value that is missing', '{"_id":"b","x":}', "Unexpected token '}'."],
    ['a word that is no value', '{"_id":"b","x":nope}', 'Unexpected token'],
    ['a string that is not closed', '{"_id":"b","x":"oh}', 'A string is not closed on its line.'],
    ['a brace that is missing', '{"_id":"b","x":1', "Unexpected '{'."],
    ['a brace that is missing after a colon', '{"_id":"b","x":', ''],
    ['brackets that do not match', '{"_id":"b","x":[1}]', 'Its brackets do not match.'],
    ['a list', '["b"]', 'It is '],
    ['a text', '"b"', 'It is not a record.'],
    ['null', 'null', 'It is not a record.'],
    ['a control character', '{"_id":"b\u0001"}', 'Bad control character in string literal'],
    ['bytes that are not UTF-8', Buffer.from('{"_id":"\xff"}', 'latin1'), 'It is not UTF-8 text.'],
    ['too many levels', `{"_id":"b","x":${'['.repeat(70)}${']'.repeat(70)}}`, 'It is more than 64'],
  ])('%s', async (_, broken, reason) => {
    const middle = Buffer.from(broken)
    const join = (start: string, between: string, end: string) =>
      Buffer.concat([
        Buffer.from(`${start}{"_id":"a","x":1}${between}`),
        middle,
        Buffer.from(`${between}{"_id":"c","x":{"_id":"no","x":2}}${between}{"_id":"d"}${end}`),
      ])
    for (const text of [
      join('', '\n', '\n'),
      join('[', ',\n', ']\n'),
      join('[\n  ', ',\n  ', '\n]'),
    ])
      for (const size of [1, 1000]) {
        const found = await read(text, size)
        const line = text.includes('[\n  ') ? 3 : 2
        const problems = found.filter((each) => each.kind !== 'record')
        // a list on its own line may contain the records, so its text is the problem
        expect(summaryOf(found).filter((each) => !/^\d+:/.test(each))).toEqual(['a', 'c', 'd'])
        expect(problems).toHaveLength(1)
        expect(problems[0]).toMatchObject({ kind: 'unreadable', position: { line, number: 2 } })
        expect(summaryOf(problems)[0]).toContain(`${line}: ${reason}`)
      }
  })

  test('an indented record without its brace', async () => {
    const text = JSON.stringify([{ _id: 'a' }, { _id: 'b', x: { y: 1 } }, { _id: 'c' }], null, 2)
    const broken = text.replace('      "y": 1\n    }\n  },', '      "y": 1\n    },')
    expect(summaryOf(await read(broken))).toEqual(['a', "5: Unexpected '{'.", 'c'])
  })

  test('in a list on one line, by the keys of the previous record', async () => {
    const broken =
      '[{"_id":"a","n":1},{"_id":"b","n":"oh,"x":[{"_id":"in","m":1}]},{"_id":"c","n":3},{"_id":"d"}]'
    expect(summaryOf(await read(broken))).toEqual(['a', expect.stringMatching(/^1: /), 'c', 'd'])
  })

  test('with the line of the error in a record of several lines', async () => {
    const text = '[\n  {\n    "_id": "a",\n    "x": 1,,\n  }\n]'
    expect(summaryOf(await read(text))).toEqual([
      '2: Expected double-quoted property name, on line 4.',
    ])
  })

  test('reports that no further record was found', async () => {
    const found = await read('[{"_id":"a" "x":"},{"_id":"b","y":1},{"_id":"c"}]\n')
    expect(summaryOf(found)).toEqual([
      expect.stringMatching(/^1: /),
      '1: No further record was found after this one.',
    ])
  })

  test('for a record longer than 32 MB', async () => {
    const long = Buffer.concat([
      Buffer.from('{"_id":"a"}\n{"_id":"b","x":"'),
      Buffer.alloc(33 * 1024 * 1024, 'x'),
      Buffer.from('"}\n{"_id":"c"}\n'),
    ])
    expect(summaryOf(await read(long, 1 << 20))).toEqual(['a', '2: It is longer than 32 MB.', 'c'])
  })
})

describe('a stream that ends early is read up to there, and reports it', () => {
  const whole = '[{"_id":"a"},\n{"_id":"b","x":{"y":"z"}}]'

  test.each(Array.from({ length: whole.length - 1 }, (_, at) => at + 1))(
    'after %i bytes',
    async (length) => {
      const found = await read(whole.slice(0, length), 5)
      expect(summaryOf(recordsAs(found))).toEqual(['a', 'b'].slice(0, recordsOf(found).length))
      expect(recordsOf(found).length).toBe(length < 12 ? 0 : length < whole.length - 1 ? 1 : 2)
      expect(found.at(-1)?.kind).toBe('cut')
    },
  )

  test('by a failure', async () => {
    async function* failing() {
      yield Buffer.from('{"_id":"a"}\n{"_id":"b","x":')
      throw new Error('unexpected end of file')
    }
    const found = await all(readRecords(failing()))
    expect(summaryOf(found)).toEqual([
      'a',
      '2: Reading failed (unexpected end of file) in the middle of this record.',
    ])
  })

  test('after the list', async () => {
    expect(summaryOf(await read('{"data":[{"_id":"a"}],"to'))).toEqual([
      'a',
      '1: The data after the list cannot be read.',
    ])
  })
})

function recordsAs(found: readonly Found[]): Found[] {
  return found.filter((each) => each.kind === 'record')
}

describe('input that is not JSON', () => {
  test.each([
    ['<!doctype html><title>Sign in</title>', 'It is a web page, not JSON.'],
    ['id,name\n1,Asha\n', "It is not JSON: it begins with 'id,name'."],
    [Buffer.from('\ufeff[]', 'utf16le'), 'It is UTF-16 text. Save it as UTF-8.'],
    [Buffer.from([0x1f, 0x8b, 8, 0]), 'It is compressed. Rename it so that the name ends in .gz.'],
  ])('%s', async (text, reason) => {
    expect(await read(text)).toEqual([{ kind: 'foreign', reason }])
  })
})

test('any input is read to its end without an exception', async () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '\n',
    ' ',
    '\\',
    '"_id":"a"',
    '1',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async (parts) => {
      const text = parts.join('')
      expect(summaryOf(await read(text, 3))).toEqual(summaryOf(await read(text, 1000)))
    }),
    { numRuns: 500 },
  )
})

test('holds only a few MB in memory while reading 200 MB', async () => {
  const line = Buffer.from(`${JSON.stringify({ _id: 'x', note: 'n'.repeat(950) })}\n`)
  const chunk = Buffer.concat(Array.from({ length: 64 }, () => line))
  const chunks = Math.ceil((200 * 1024 * 1024) / chunk.length)
  let most = 0
  async function* stream() {
    for (let sent = 0; sent < chunks; sent += 1) {
      yield chunk
      if (sent % 50 === 0) {
        const { heapUsed, external } = process.memoryUsage()
        most = Math.max(most, heapUsed + external)
      }
    }
  }
  const { heapUsed, external } = process.memoryUsage()
  let count = 0
  for await (const found of readRecords(Readable.from(stream())))
    if (found.kind === 'record') count += 1
  expect(count).toBe(chunks * 64)
  expect(most - heapUsed - external).toBeLessThan(80 * 1024 * 1024)
})

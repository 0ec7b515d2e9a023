import * as fc from 'fast-check'

/** Texts that PostgreSQL cannot store. */
const UNSTORABLE = ['\0', 'a\0b', '\ud800', 'a\udc00b', 'kavya\0']

/** Texts that programs often handle wrongly. */
const TEXTS = [
  '',
  ' ',
  '\u202eabc',
  '\u200b',
  '🎉',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'true',
  '-1',
  '1e309',
  'NaN',
  '9'.repeat(400),
  "'; drop table booking; --",
  '%',
  '%00',
  '_',
  '\\',
  '../../etc/passwd',
  '{{unknown}}',
  '${7*7}',
  '=HYPERLINK("x")',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30',
  '+275760-09-13',
  'Asia/Kolkata',
  'aSIA/kolkata',
  '+05:30',
  'Mars/Olympus',
  '*',
  '"1"',
  'W/"1"',
  '"999999999"',
  'bytes=0-',
  'bytes=-1',
  'bytes=5-2,7-9',
  'bytes=99999999999999999999-',
]

/** Parts that are repeated to a long text, so that code without linear run time becomes slow. */
const PUMPS = [
  'a',
  'acc',
  '\u{E0041}',
  '\u0301\u0316',
  ' ',
  '.',
  '\\":',
  'क\u094D\u200D',
  '\ud83d',
  '[',
]

const longText = fc
  .tuple(fc.constantFrom(...PUMPS), fc.constantFrom(10, 300, 801, 5_001, 10_001, 60_000))
  .map(([pump, count]) => pump.repeat(count))

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...UNSTORABLE) },
  { weight: 2, arbitrary: longText },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
)

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e14, 1e308, -1e308, 5e-324, 0.1),
  fc.double(),
  fc.integer(),
)

/** Returns a deeply nested value of lists and objects. */
function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { in: value }
  return value
}

export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], { _id: '' }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(10, 64, 65, 70, 1000).map(nested) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1000, 20_000).map((length) => Array.from({ length }, () => 'x')),
  },
)

/** Bodies that are not valid JSON, or that parsers read differently. */
export const brokenJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '}',
    '{"a":',
    '{"a":1}}',
    '\ufeff{}',
    '[1,]',
    'NaN',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":1,"a":2}',
    '"\\ud800"',
    '"\\u0000"',
    '1e999',
    '-0',
    '\u00ff\u00fe',
    '['.repeat(50_000),
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    '{"a":'.repeat(20_000),
  ),
  fc.string(),
)

/** A cursor that the server did not create. */
export const hostileCursor: fc.Arbitrary<string> = fc.oneof(
  fc
    .record({
      order: fc.constantFrom('newest', 'oldest', 'number', 'name', '__proto__'),
      key: fc.oneof(fc.constantFrom(0, 1e15, -1, 1e300, '', 'a'), hostileText, hostileNumber),
      id: fc.oneof(fc.constantFrom('', '65f0c0ffee00000000000001'), hostileText),
    })
    .map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')),
  fc.constantFrom('0', '1', '999999999999999', '99999999999999999999', '-1', 'e30', 'bnVsbA'),
  hostileText,
)

export const hostileToken: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Basic YTpi',
    'Bearer {{token}}x',
    'Bearer {{token}} {{token}}',
    'bearer   {{token}}',
    'Bearer e30.e30.e30',
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
    `Bearer ${'a'.repeat(8000)}`,
  ),
  fc.string({ unit: 'binary-ascii' }).map((text) => `Bearer ${headerText(text)}`),
)

/** Characters that Node allows in a header. */
export function headerText(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
}

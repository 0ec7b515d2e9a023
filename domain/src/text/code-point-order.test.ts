import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { byCodePoint } from './code-point-order.ts'
import { wellFormed } from './text.ts'

const part = fc.oneof(
  fc.constantFrom('a', 'é', '\uD7FF', '\uE000', '\uFFFD', '\u{10000}', '🎉', '\u{10FFFF}'),
  fc.string({ unit: 'binary', maxLength: 2 }),
)
const text = fc.array(part, { maxLength: 4 }).map((parts) => wellFormed(parts.join('')))

test('compares texts as their UTF-8 bytes compare', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(byCodePoint(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})

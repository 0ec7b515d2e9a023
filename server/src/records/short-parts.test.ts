import { words } from '@mandap/domain/text/text.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeOfShort, shortParts } from './short-parts.ts'

const ascii = fc.constantFrom('a', 'b', '&', '%', '\\')
const character = fc.oneof(
  ascii,
  fc.constantFrom('ž', 'ɾ', 'व', 'े', '🎉', '\u{10ffff}'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => words(one)[0] === one),
)
const folded = fc.string({ unit: fc.oneof(character, fc.constantFrom(' ', '\n')) })

test('contain the code of each word of one or two characters that a text contains', () => {
  const word = fc.string({ unit: character, minLength: 1, maxLength: 2 })
  fc.assert(
    fc.property(folded, word, folded, (before, typed, after) => {
      expect(shortParts(`${before}${typed}${after}`)).toContain(codeOfShort(typed))
    }),
  )
})

test('contain the code of a word of ASCII only if the text contains the word', () => {
  const word = fc.string({ unit: ascii, minLength: 1, maxLength: 2 })
  fc.assert(
    fc.property(folded, word, (text, typed) => {
      expect(shortParts(text).includes(codeOfShort(typed))).toBe(text.includes(typed))
    }),
  )
})

test('are smallints of PostgreSQL, each once', () => {
  fc.assert(
    fc.property(folded, (text) => {
      const codes = shortParts(text)
      expect(new Set(codes).size).toBe(codes.length)
      for (const code of codes) expect(code).toSatisfy(isSmallint)
    }),
  )
})

function isSmallint(code: number): boolean {
  return Number.isInteger(code) && code >= -0x8000 && code < 0x8000
}

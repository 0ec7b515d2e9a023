import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../testing/arbitrary.ts'
import { clean, fold, foldTogether, words } from './text.ts'

describe('clean', () => {
  test('trims, drops NUL and replaces what is not Unicode', () => {
    expect(clean('\u00a0 Asha\0 \ufeff')).toBe('Asha')
    expect(clean('a\ud800b')).toBe('a\ufffdb')
  })

  test('any text becomes storable, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = clean(text)
        expect(cleaned.isWellFormed()).toBe(true)
        expect(cleaned).not.toContain('\0')
        expect(clean(cleaned)).toBe(cleaned)
      }),
    )
  })
})

describe('fold', () => {
  test.each([
    ['  Aarav\t\n MEHTA ', 'aarav mehta'],
    ['Aarav\u00a0Mehta', 'aarav mehta'],
    ['ＭＢ１２', 'mb12'],
    ['Cafe\u0301', 'café'],
    ['ash\u200ba@example.in', 'asha@example.in'],
    ['\u0915\u094d\u200d\u0937', '\u0915\u094d\u0937'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ])('%j is compared as %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('folding any text again changes nothing, and the result is storable', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = fold(text)
        expect(fold(folded)).toBe(folded)
        expect(folded.isWellFormed()).toBe(true)
        expect(folded).not.toMatch(/\0|^\s|\s$|\s\s|[\t\n]/)
      }),
    )
  })

  test('folding any single character again changes nothing', () => {
    const changed: string[] = []
    for (let point = 0; point < 0x32400; point += 1) {
      const folded = fold(String.fromCodePoint(point))
      if (fold(folded) !== folded) changed.push(point.toString(16))
    }
    expect(changed).toEqual([])
  })

  test('plain text is folded as any other text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        // with an invisible character it is no longer plain
        expect(fold(text)).toBe(fold(`${text}\u200b`))
      }),
    )
  })

  test('a word of a text is found in the text, in either case', () => {
    const word = fc.stringMatching(/^[A-Za-zअ-हΑ-Ωα-ω0-9@.]{1,8}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(), (parts, pick) => {
        const text = fold(parts.join('  '))
        const part = parts[pick % parts.length] ?? ''
        expect(text).toContain(fold(part))
        expect(text).toContain(fold(part.toUpperCase()))
        expect(text).toContain(fold(part.slice(0, 3).toUpperCase()))
      }),
    )
  })
})

test('no typed text spans two fields of a record', () => {
  const together = foldTogether(['Asha', '', 'Rao'])
  expect(together).toBe('asha\nrao')
  fc.assert(
    fc.property(anyText, (gap) => {
      expect(together).not.toContain(fold(`Asha${gap} Rao`))
    }),
  )
})

test('a search splits on white space, and blank text has no words (§5.5)', () => {
  expect(words(' Asha\u00a0\tRAO ')).toEqual(['asha', 'rao'])
  expect(words(' \n ')).toEqual([])
})

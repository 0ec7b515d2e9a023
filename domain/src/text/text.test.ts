import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../testing/arbitrary.ts'
import { clean, fold, foldTogether, isolated, shown, escapeInvisible, words } from './text.ts'

describe('clean', () => {
  test('trims, drops NUL and replaces unpaired surrogates', () => {
    expect(clean('\u00a0 Asha\0 \ufeff')).toBe('Asha')
    expect(clean('a\ud800b')).toBe('a\ufffdb')
  })

  test('makes any text storable, and is idempotent', () => {
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

const STEERING = [
  '\u202E',
  '\u200D',
  '\u200C',
  '\uFE0F',
  '\u3164',
  'क',
  '👩',
  '🏴',
  '\u{E0067}',
  'é',
  '\0',
]

describe('shown', () => {
  test.each([
    ['a right-to-left override', 'Asha\u202Eoar', 'Ashaoar'],
    [
      'marks, embeddings and isolates',
      '\u200E\u200FA\u202As\u202Bh\u2066a\u2069\u202C\u061C',
      'Asha',
    ],
    ['zero-width characters', 'As\u200Bh\u2060a\uFEFF Rao', 'Asha Rao'],
    ['joiners between letters that never join', 'As\u200Dha\u200C', 'Asha'],
    ['a soft hyphen and a filler', 'As\u00ADha\u3164', 'Asha'],
    ['control characters', 'A\u0007s\u001B[31mha\u0085', 'As[31mha'],
    ['everything from a text of invisible characters', '\u3164\u202E\u200D', ''],
    ['tags and variation selectors after letters', 'A\uFE0Fs\u{E0061}ha', 'Asha'],
    [
      'tags after the end of a flag',
      '🏴\u{E0067}\u{E007F}\u{E0067} Asha',
      '🏴\u{E0067}\u{E007F} Asha',
    ],
  ])('drops %s', (_, text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  test.each([
    ['Devanagari', 'क्\u200Dषत्रिय \u0930\u094D\u200D\u092F'],
    ['Malayalam that ends in a joiner', 'അവന്\u200D'],
    ['Persian', 'علی\u200Cرضا'],
    ['a family and a flag', '👩🏽\u200D👩🏾\u200D👧 🏳\uFE0F\u200D🌈 ❤\uFE0F\u200D🔥 1\uFE0F\u20E3'],
    ['Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['a variant of a Japanese name', '葛\u{E0100}城'],
    ['line breaks', 'Asha\nRao'],
  ])('keeps %s', (_, text) => {
    expect(shown(text)).toBe(text)
  })

  const directional = fc
    .array(fc.oneof(anyText, fc.constantFrom(...STEERING)))
    .map((parts) => parts.join(''))

  test('leaves no character that changes the direction, and is idempotent', () => {
    fc.assert(
      fc.property(directional, (text) => {
        const once = shown(text)
        expect(once).not.toMatch(/\p{Bidi_Control}|(?!\s)\p{Cc}|\u200B|\u2060/u)
        expect(shown(once)).toBe(once)
      }),
    )
  })

  test('a search for what is shown finds the text', () => {
    fc.assert(
      fc.property(directional, (text) => {
        expect(fold(shown(text))).toBe(fold(text))
      }),
    )
  })
})

test('escapeInvisible escapes invisible characters, and JSON keeps its meaning', () => {
  expect(escapeInvisible('Asha\u202Eoar 🏴\u{E0067}\u{E007F}\u{E0001}')).toBe(
    'Asha\\u202eoar 🏴\u{E0067}\u{E007F}\\udb40\\udc01',
  )
  fc.assert(
    fc.property(anyText, (text) => {
      expect(JSON.parse(escapeInvisible(JSON.stringify(text)))).toBe(text)
    }),
  )
})

test('isolated wraps right-to-left names only', () => {
  expect(isolated('عائشة')).toBe('\u2068عائشة\u2069')
  expect(isolated('שרה')).toBe('\u2068שרה\u2069')
  expect(['Asha', 'आरव', '👩‍👧', ''].map(isolated)).toEqual(['Asha', 'आरव', '👩‍👧', ''])
})

describe('fold', () => {
  test.each([
    ['  Aarav\t\n MEHTA ', 'aarav mehta'],
    ['Aarav\u00a0Mehta', 'aarav mehta'],
    ['ＭＢ１２', 'mb12'],
    ['Cafe\u0301', 'café'],
    ['ash\u200ba@example.in', 'asha@example.in'],
    ['As\u202Eh\u0007a \u0001 Rao', 'asha rao'],
    ['\u0915\u094d\u200d\u0937', '\u0915\u094d\u0937'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ])('folds %j to %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('is idempotent for any text, and the result is storable', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = fold(text)
        expect(fold(folded)).toBe(folded)
        expect(folded.isWellFormed()).toBe(true)
        expect(folded).not.toMatch(/\0|^\s|\s$|\s\s|[\t\n]/)
      }),
    )
  })

  test('is idempotent for every single character', () => {
    const changed: string[] = []
    for (let point = 0; point < 0x32400; point += 1) {
      const folded = fold(String.fromCodePoint(point))
      if (fold(folded) !== folded) changed.push(point.toString(16))
    }
    expect(changed).toEqual([])
  })

  test('gives the same result with and without the fast path for ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        // the invisible character disables the fast path
        expect(fold(text)).toBe(fold(`${text}\u200b`))
      }),
    )
  })

  test('keeps 30 combining marks per letter, whatever their order', () => {
    const marks = (count: number) => '\u0301\u0316'.repeat(count / 2)
    expect(fold(`x${marks(400)}y`)).toHaveLength(32)
    expect(fold(`x${marks(30)}y`)).toBe(`x${marks(30)}y`.normalize('NFKC'))
    // two half-width signs become marks, and one mark can become two
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\u0301', '\u0316', '\u0344', 'ﾞ', 'ﾊ'), { maxLength: 200 }),
        (parts) => {
          const folded = fold(parts.join(''))
          expect(folded).not.toMatch(/\p{M}{31}/u)
          expect(fold(folded)).toBe(folded)
        },
      ),
    )
  })

  test('a search for a word of a text finds it in either case', () => {
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

test('a search does not match across two fields of a record', () => {
  const together = foldTogether(['Asha', '', 'Rao'])
  expect(together).toBe('asha\nrao')
  fc.assert(
    fc.property(anyText, (gap) => {
      expect(together).not.toContain(fold(`Asha${gap} Rao`))
    }),
  )
})

test('words splits at white space, and blank text has no words (§5.5)', () => {
  expect(words(' Asha\u00a0\tRAO ')).toEqual(['asha', 'rao'])
  expect(words(' \n ')).toEqual([])
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../testing/arbitrary.ts'
import { clean, fold, foldTogether, isolated, shown, spelledOut, words } from './text.ts'

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
    ['an override that turns the rest around', 'Asha\u202Eoar', 'Ashaoar'],
    [
      'marks, embeddings and isolates',
      '\u200E\u200FA\u202As\u202Bh\u2066a\u2069\u202C\u061C',
      'Asha',
    ],
    ['zero-width characters', 'As\u200Bh\u2060a\uFEFF Rao', 'Asha Rao'],
    ['joiners of letters that never join', 'As\u200Dha\u200C', 'Asha'],
    ['a soft hyphen and a filler', 'As\u00ADha\u3164', 'Asha'],
    ['control characters', 'A\u0007s\u001B[31mha\u0085', 'As[31mha'],
    ['what says nothing at all', '\u3164\u202E\u200D', ''],
    ['tags and selectors of letters', 'A\uFE0Fs\u{E0061}ha', 'Asha'],
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
    ['lines', 'Asha\nRao'],
  ])('keeps %s', (_, text) => {
    expect(shown(text)).toBe(text)
  })

  const steered = fc
    .array(fc.oneof(anyText, fc.constantFrom(...STEERING)))
    .map((parts) => parts.join(''))

  test('no character of any text turns another around, and showing it again changes nothing', () => {
    fc.assert(
      fc.property(steered, (text) => {
        const once = shown(text)
        expect(once).not.toMatch(/\p{Bidi_Control}|(?!\s)\p{Cc}|\u200B|\u2060/u)
        expect(shown(once)).toBe(once)
      }),
    )
  })

  test('any text is found by what is shown of it', () => {
    fc.assert(
      fc.property(steered, (text) => {
        expect(fold(shown(text))).toBe(fold(text))
      }),
    )
  })
})

test('raw text has its invisible characters written out, and its JSON is still the same JSON', () => {
  expect(spelledOut('Asha\u202Eoar 🏴\u{E0067}\u{E007F}\u{E0001}')).toBe(
    'Asha\\u202eoar 🏴\u{E0067}\u{E007F}\\udb40\\udc01',
  )
  fc.assert(
    fc.property(anyText, (text) => {
      expect(JSON.parse(spelledOut(JSON.stringify(text)))).toBe(text)
    }),
  )
})

test('a right-to-left name in a sentence leaves its words in their order; any other is as it is', () => {
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
        // with an invisible character, the text is not plain ASCII
        expect(fold(text)).toBe(fold(`${text}\u200b`))
      }),
    )
  })

  test('drops the combining marks of a letter after the thirtieth, whatever their order', () => {
    const marks = (count: number) => '\u0301\u0316'.repeat(count / 2)
    expect(fold(`x${marks(400)}y`)).toHaveLength(32)
    expect(fold(`x${marks(30)}y`)).toBe(`x${marks(30)}y`.normalize('NFKC'))
    // two half-width signs become marks, and one mark may become two
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

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contains } from '../rule/condition.ts'
import { matches } from '../rule/matches.ts'
import { anyText } from '../testing/arbitrary.ts'
import { hasSeveralForms, phoneDigits, phoneTexts, searchTerms, withTerms } from './search.ts'
import { fold, foldTogether } from './text.ts'

interface Indexed {
  text: string
}

function finds(texts: readonly string[], typed: string): boolean {
  const condition = withTerms<Indexed>(typed, (part) => contains('text', part))
  return matches(condition, { text: foldTogether(texts) })
}

describe('the digits of a phone', () => {
  test.each([
    ['6612982948', '6612982948'],
    ['66129 82948', '6612982948'],
    ['+91 66129 82948', '6612982948'],
    ['+91-66129-82948', '6612982948'],
    ['(+91) 66129 82948', '6612982948'],
    ['0091 66129 82948', '6612982948'],
    ['+ 91 0 66129 82948', '6612982948'],
    ['916612982948', '6612982948'],
    ['0 6612982948', '6612982948'],
    ['06612982948', '6612982948'],
    ['＋９１ 66129 82948', '6612982948'],
    // ten digits that begin with 91 have no country code
    ['9166129829', '9166129829'],
    ['+1 415 555 0100', '14155550100'],
    ['044-2345678', '442345678'],
    ['12345', '12345'],
    ['1234', ''],
    ['N/A', ''],
    ['', ''],
  ])('%j → %j', (phone, digits) => {
    expect(phoneDigits(phone)).toBe(digits)
  })

  test('are searched beside the phone only where the phone does not contain them', () => {
    expect(phoneTexts('6612982948')).toEqual(['6612982948'])
    expect(phoneTexts('+916612982948')).toEqual(['+916612982948'])
    expect(phoneTexts('66129 82948')).toEqual(['66129 82948', '6612982948'])
    expect(phoneTexts('')).toEqual([''])
  })
})

describe('a search finds', () => {
  const STORED = ['6612982948', '66129 82948', '+91 66129-82948', '916612982948', '06612982948']
  const TYPED = [...STORED, '0 6612982948', '+91 66129 82948', '+91 66129', '66129 829', '0-66129']

  test.each(STORED.flatMap((stored) => TYPED.map((typed) => [stored, typed])))(
    'the phone %s by %s',
    (stored, typed) => {
      expect(finds(['Kavya Nair', ...phoneTexts(stored)], typed)).toBe(true)
    },
  )

  test('words in any order, also beside a phone', () => {
    const record = ['Kavya Nair', 'kavya@example.in', ...phoneTexts('+91 66129 82948')]
    for (const typed of ['Nair Kavya', 'nair  KAV', 'Nair 66129 82948', '066129 82948 kavya', ' '])
      expect([typed, finds(record, typed)]).toEqual([typed, true])
    for (const typed of ['Nair Kavita', 'Nair 66129 82949', 'nairkavya'])
      expect([typed, finds(record, typed)]).toEqual([typed, false])
  })

  test('numbers that form no phone as separate words', () => {
    expect(finds(['12 MG Road', 'Block 4'], '4 12')).toBe(true)
    expect(finds(['Hall 560001', 'Plot 98450'], '98450 560001')).toBe(true)
  })

  test('every text that contains the typed text (§5.5)', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, typed, after) => {
        const text = foldTogether([`${before}${typed}${after}`])
        fc.pre(text.includes(fold(typed)))
        expect(finds([`${before}${typed}${after}`], typed)).toBe(true)
      }),
    )
  })
})

test('consecutive words of digits form one term', () => {
  expect(searchTerms('Nair +91 66129 82948 Pune')).toEqual([
    { words: ['nair'], digits: '' },
    { words: ['+91', '66129', '82948'], digits: '6612982948' },
    { words: ['pune'], digits: '' },
  ])
  expect(searchTerms('6612982948')).toEqual([{ words: ['6612982948'], digits: '6612982948' }])
})

test('one word that is no phone has one form', () => {
  expect(['nair', '6612982948', '', 'mb-12'].map(hasSeveralForms)).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(
    ['nair kavya', '66129 82948', '+916612982948', '06612982948'].map(hasSeveralForms),
  ).toEqual([true, true, true, true])
})

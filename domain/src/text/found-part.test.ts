import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../testing/arbitrary.ts'
import { foundPart, foundParts, textWithMore } from './found-part.ts'
import { fold } from './text.ts'

function marked(text: string, typed: string): string | null {
  const part = foundPart(text, typed)
  return (
    part &&
    `${text.slice(0, part.start)}[${text.slice(part.start, part.end)}]${text.slice(part.end)}`
  )
}

describe('the part of a text that a search finds', () => {
  test.each([
    ['Kavya Nair', 'VYA n', 'Ka[vya N]air'],
    ['Kavya  \u00a0Nair', 'a n', 'Kavy[a  \u00a0N]air'],
    ['ﬁancé', 'an', 'ﬁ[an]cé'],
    ['ﬁancé', 'f', '[ﬁ]ancé'],
    ['Cafe\u0301 Rose', 'é', 'Caf[e\u0301] Rose'],
    ['आरव मेहता', 'म', 'आरव [मे]हता'],
    ['💍🎉', '🎉', '💍[🎉]'],
    ['👩‍👩‍👧 Sen', '👧', '[👩‍👩‍👧] Sen'],
    ['Straße', 'stra', '[Stra]ße'],
    ['banana', 'an', 'b[an]ana'],
    ['a'.repeat(5000) + 'b', 'ab', `${'a'.repeat(4999)}[ab]`],
  ])('%s: %s', (text, typed, expected) => {
    expect(marked(text, typed)).toBe(expected)
  })

  test.each([
    ['Kavya', 'nair'],
    ['Kavya', ''],
    ['', 'a'],
    ['Kavya', '\u200b'],
  ])('of %j is null for %j', (text, typed) => {
    expect(foundPart(text, typed)).toBeNull()
  })

  test('contains the typed text in whole characters, for any part of any text', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    const anyOrPlain = fc.oneof(anyText, fc.string())
    const given = anyOrPlain.chain((text) =>
      fc.tuple(fc.constant(text), fc.nat(text.length), fc.nat(6)),
    )
    fc.assert(
      fc.property(given, ([text, start, length]) => {
        const typed = text.slice(start, start + length)
        const part = foundPart(text, typed)
        if (part === null) return
        expect(fold(text.slice(part.start, part.end))).toContain(fold(typed))
        const starts = [...segmenter.segment(text)].map(({ index }) => index)
        expect([...starts, text.length]).toEqual(expect.arrayContaining([part.start, part.end]))
      }),
    )
  })
})

test.each([
  ['Kavya Nair', 'nair kav', ['Kav', 'Nair']],
  ['Kavya Nair', 'kavya nair', ['Kavya Nair']],
  ['Kavya Nair', 'kavya kav nobody', ['Kavya']],
  ['+91 66129 82948', '6612982948', ['66129 82948']],
  ['+91 66129 82948', '066129 82948', ['66129 82948']],
  ['6612982948', '+91 66129 82948', ['6612982948']],
  ['66129-82948', '0 66129 829', ['66129-829']],
  ['66129-82948', '+91 66129829', ['66129-829']],
  ['Kavya', '', []],
])('foundParts of %j for %j are %j', (text, typed, expected) => {
  expect(foundParts(text, typed).map(({ start, end }) => text.slice(start, end))).toEqual(expected)
})

test.each([
  ['txn77 wedding', ['Wedding', 'Jaipur'], ['TXN77'], 'TXN77'],
  ['wedding', ['Wedding'], ['TXN-WEDDING'], null],
  ['asha rao 98450', ['Asha'], ['rao@a.example', 'Rao 98450'], 'Rao 98450'],
  ['asha rao', ['Asha'], ['rao@a.example', 'rao@b.example'], 'rao@a.example'],
  ['+91 98450 12345', ['Asha'], ['98450-12345'], '98450-12345'],
  ['asha', ['Zoya'], ['Kavya'], null],
  ['', ['Asha'], ['Kavya'], null],
])('for %j, beside %j, the text of %j with more terms is %j', (typed, shown, others, text) => {
  expect(textWithMore(typed, shown, others)).toBe(text)
})

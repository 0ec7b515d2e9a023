import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../testing/arbitrary.ts'
import { mayBeFormula, withoutFormula } from './formula.ts'

describe('a cell that a spreadsheet may compute', () => {
  test.each([
    '=1+1',
    '=HYPERLINK("https://evil.example","Open")',
    "=cmd|' /C calc'!A0",
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '\tfoo',
    '\rfoo',
    '  =1+1',
    '\u00a0=1+1',
    '\u200b=1+1',
    '\ufeff=1+1',
    '\u202e=1+1',
    '\0=1+1',
    ' \u200d\t @SUM(A1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '﹦1',
    '﹢1',
    '﹣1',
    '−1',
    '+91 98200 12345',
    '-',
  ])('%j', (text) => {
    expect(mayBeFormula(text)).toBe(true)
    expect(mayBeFormula(withoutFormula(text))).toBe(false)
  })

  test.each([
    '',
    'Wedding',
    '1-2',
    '9820012345',
    '(=1+1)',
    'a=b',
    'कैटरिंग',
    '🎉',
    "'=1",
    '#MB12',
    '  Jaipur',
  ])('is not %j, which stays as it is', (text) => expect(withoutFormula(text)).toBe(text))

  test('a phone stays readable', () => {
    expect(withoutFormula('+91 98200 12345')).toBe("'+91 98200 12345")
  })

  test('no text computes once it was neutralised, and none loses a character', () => {
    const sign = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r')
    const before = fc.string({
      unit: fc.constantFrom(' ', '\u00a0', '\u200b', '\ufeff', '\t', '\u0007'),
    })
    const hostile = fc.tuple(before, sign, anyText).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(anyText, hostile), (text) => {
        const safe = withoutFormula(text)
        expect(safe.endsWith(text)).toBe(true)
        expect(computes(safe)).toBe(false)
        const mayStay = !computes(text) && !/^[\t\r\n]/.test(text) && !text.includes('−')
        expect(safe === text || safe === `'${text}`).toBe(true)
        expect(mayStay && safe !== text).toBe(false)
      }),
    )
  })
})

/** A spreadsheet that ignores all invisible characters before the first sign. */
function computes(text: string): boolean {
  const unseen = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]$/u
  const first = Array.from(text).find((sign) => !unseen.test(sign)) ?? ''
  return /^[=+@-]/.test(first.normalize('NFKC'))
}

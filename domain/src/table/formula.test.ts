import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../testing/arbitrary.ts'
import { mayBeFormula, withoutFormula } from './formula.ts'

describe('text that a spreadsheet may compute', () => {
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
  ])('includes %j and gets an apostrophe', (text) => {
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
  ])('does not include %j, which stays as it is', (text) => expect(withoutFormula(text)).toBe(text))

  test('keeps a phone number readable', () => {
    expect(withoutFormula('+91 98200 12345')).toBe("'+91 98200 12345")
  })

  test.each([
    ["0;=cmd|' /C calc'!A0", "0;'=cmd|' /C calc'!A0"],
    ['Asha;  ＝1+1;x', "Asha;'  ＝1+1;x"],
    ['Asha\t@SUM(A1)', "Asha\t'@SUM(A1)"],
    ['Asha\r\n=1+1', "Asha\r\n'=1+1"],
    ['=1;=2', "'=1;'=2"],
    ['+91 98200 12345; +91 98200 12346', "'+91 98200 12345;' +91 98200 12346"],
    ['Asha; Ravi', 'Asha; Ravi'],
    ['a;b-c', 'a;b-c'],
  ])('%j gets an apostrophe behind another separator of cells: %j', (text, expected) =>
    expect(withoutFormula(text)).toBe(expected),
  )

  test('is never computed once escaped, and loses no character', () => {
    const sign = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r')
    const before = fc.string({
      unit: fc.constantFrom(' ', '\u00a0', '\u200b', '\ufeff', '\t', '\u0007', ';', 'a', '\n'),
    })
    const formulaLike = fc.tuple(before, sign, anyText).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(anyText, formulaLike), (text) => {
        const safe = withoutFormula(text)
        expect(isOnlyEscaped(text, safe)).toBe(true)
        expect([safe, ...safe.split(/[;\t\r\n]/)].some(computes)).toBe(false)
        const mayStay =
          ![text, ...text.split(/[;\t\r\n]/)].some(computes) &&
          !/^[\t\r\n]/.test(text) &&
          !text.includes('−')
        expect(mayStay && safe !== text).toBe(false)
      }),
    )
  })
})

/** Returns whether a spreadsheet that ignores all leading invisible characters would compute the text. */
function computes(text: string): boolean {
  const unseen = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]$/u
  const first = Array.from(text).find((sign) => !unseen.test(sign)) ?? ''
  return /^[=+@-]/.test(first.normalize('NFKC'))
}

/** Returns whether the safe text is the text with further apostrophes. */
function isOnlyEscaped(text: string, safe: string): boolean {
  let at = 0
  for (const sign of safe)
    if (text.startsWith(sign, at)) at += sign.length
    else if (sign !== "'") return false
  return at === text.length
}

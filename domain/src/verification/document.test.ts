import { describe, expect, test } from 'vitest'
import { aPartner } from '../testing/builders.ts'
import { DOCUMENTS, documentKind } from './document.ts'
import { STEPS } from './step.ts'

test('every item of a step has a document field (§2.10, §5.7)', () => {
  expect(Object.keys(DOCUMENTS).toSorted()).toEqual(
    Object.values(STEPS)
      .flatMap(({ items }): readonly string[] => items)
      .toSorted(),
  )
  const partner = aPartner({ incorporationCertificateUrl: '/cin.pdf' })
  expect(partner[DOCUMENTS.cin.field]).toBe('/cin.pdf')
})

describe('the kind of a document (§2.10)', () => {
  test.each([
    ['https://files.example/a.jpg', 'image'],
    ['https://files.example/a.JPEG', 'image'],
    ['/a.png', 'image'],
    ['/a.gif', 'image'],
    ['/a.bmp', 'image'],
    ['/a.webp', 'image'],
    ['https://files.example/o/kyc%2Fpan.pdf?alt=media&token=1', 'pdf'],
    ['/a.doc', 'office'],
    ['/a.xlsx#sheet', 'office'],
    ['/a.ppt', 'office'],
    ['/a.mp4?t=1.jpg', 'video'],
    ['/a.AVI', 'video'],
    ['/a.3gp', 'video'],
    ['https://files.example/o/videos%2Fabc%2Emp4?alt=media', 'video'],
    ['https://files.example/o/pan%20card.pdf%20', 'pdf'],
    ['https://files.example/100%.png', 'image'],
    ['https://files.example/o/videos%2Fabc?alt=media&name=a.mp4', null],
    ['/a.svg', null],
    ['/jpg', null],
    ['', null],
  ])('of %j is %j', (url, kind) => {
    expect(documentKind(url)).toBe(kind)
  })
})

import { describe, expect, test } from 'vitest'
import { documentKind } from './document.ts'
import {
  DOCUMENT_FIELDS,
  DOCUMENT_TYPES,
  kindOfType,
  maxDocumentBytes,
  sizeProblem,
  typeProblem,
} from './upload.ts'

const MEGABYTE = 1024 * 1024

test('media type and file name ending give the same kind (§2.10)', () => {
  for (const [type, { kind, ending }] of Object.entries(DOCUMENT_TYPES)) {
    expect(kindOfType(type)).toBe(kind)
    expect(documentKind(`/document.${ending}`)).toBe(kind)
  }
  for (const type of ['text/html', 'image/svg+xml', '', 'constructor'])
    expect(kindOfType(type)).toBeNull()
})

describe('accepted media types', () => {
  test.each(DOCUMENT_FIELDS.filter((field) => field !== 'videoUrl'))(
    '%s may be an image, a PDF or a Word document, and no video',
    (field) => {
      for (const type of ['image/jpeg', 'application/pdf', 'application/msword'])
        expect(typeProblem(field, type)).toBeNull()
      for (const type of ['video/mp4', 'text/html', 'image/svg+xml', null])
        expect(typeProblem(field, type)).toMatch(/^Send an image/)
    },
  )

  test('videoUrl may be a video that browsers play, and no image', () => {
    expect(typeProblem('videoUrl', 'video/webm')).toBeNull()
    for (const type of ['image/jpeg', 'video/quicktime', null])
      expect(typeProblem('videoUrl', type)).toMatch(/^Send the video/)
  })
})

test.each([
  ['image/png', 10],
  ['application/pdf', 20],
  ['application/msword', 20],
  ['video/mp4', 100],
])('accepts %s of %d MB, and not one byte more', (type, most) => {
  expect(sizeProblem(type, most * MEGABYTE)).toBeNull()
  expect(sizeProblem(type, most * MEGABYTE + 1)).toBe(`The file is larger than ${most} MB.`)
})

test('the size limit of a field is that of its largest type', () => {
  expect(maxDocumentBytes('aadharUrl')).toBe(20 * MEGABYTE)
  expect(maxDocumentBytes('videoUrl')).toBe(100 * MEGABYTE)
  expect(maxDocumentBytes(null)).toBe(100 * MEGABYTE)
})

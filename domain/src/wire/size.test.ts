import { expect, test } from 'vitest'
import { jsonBytes, MAX_RECORD_BYTES, MAX_TEXT_LENGTH, oversized } from './size.ts'

const longest = 'x'.repeat(MAX_TEXT_LENGTH)

test('bytes are those of the JSON in UTF-8', () => {
  expect(jsonBytes({ name: 'आ', gone: undefined })).toBe(14)
})

test('a record of texts that a change may bring is not oversized', () => {
  expect(oversized({ note: longest, notes: [longest, { deep: longest }], count: 1e9 })).toEqual([])
})

test('each text that is too long is named by its field, and a record that is too large as one', () => {
  expect(oversized({ note: `${longest}x`, notes: ['a', { deep: `${longest}xy` }] })).toEqual([
    'note has 10,001 characters; a change may bring 10,000.',
    'notes.1.deep has 10,002 characters; a change may bring 10,000.',
  ])
  expect(oversized({ notes: Array.from({ length: 27 }, () => longest) })).toEqual([
    `The record has ${(27 * 10_003 + 11).toLocaleString('en-IN')} bytes; a change may make it ${MAX_RECORD_BYTES.toLocaleString('en-IN')}.`,
  ])
})

import { expect, test } from 'vitest'
import { jsonBytes, MAX_RECORD_BYTES, MAX_TEXT_LENGTH, oversized } from './size.ts'

const longest = 'x'.repeat(MAX_TEXT_LENGTH)

test('counts the bytes of the JSON in UTF-8', () => {
  expect(jsonBytes({ name: 'आ', gone: undefined })).toBe(14)
})

test('accepts a record whose texts have the maximum length', () => {
  expect(oversized({ note: longest, notes: [longest, { deep: longest }], count: 1e9 })).toEqual([])
})

test('names each text that is too long, and a record that is too large', () => {
  expect(oversized({ note: `${longest}x`, notes: ['a', { deep: `${longest}xy` }] })).toEqual([
    'note has 10,001 characters. The limit for a change is 10,000.',
    'notes.1.deep has 10,002 characters. The limit for a change is 10,000.',
  ])
  expect(oversized({ notes: Array.from({ length: 27 }, () => longest) })).toEqual([
    `The record has ${(27 * 10_003 + 11).toLocaleString('en-IN')} bytes. The limit for a change is ${MAX_RECORD_BYTES.toLocaleString('en-IN')}.`,
  ])
})

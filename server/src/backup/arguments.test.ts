import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const read = (words: string) => readArguments(words.split(' '))

test.each([
  ['backup FILE', { is: 'backUp', path: 'FILE', verifies: false }],
  ['backup FILE --verify', { is: 'backUp', path: 'FILE', verifies: true }],
  ['restore FILE', { is: 'restore', path: 'FILE', repeats: true }],
  ['restore FILE --without-destructions', { is: 'restore', path: 'FILE', repeats: false }],
  ['restore FILE --verify', { is: 'verify', path: 'FILE' }],
  ['restore --destructions', { is: 'endAccess', repeats: true }],
  ['restore --destructions --without-destructions', { is: 'endAccess', repeats: false }],
])('reads %s', (words, command) => {
  expect(read(words)).toEqual(command)
})

test.each([
  ['backup', 'Name one file'],
  ['restore ONE TWO', 'Name one file'],
  ['restore FILE --quick', "Unknown option '--quick'"],
  ['backup FILE --without-destructions', 'are for npm run restore'],
  ['backup FILE --destructions', 'are for npm run restore'],
  ['restore FILE --destructions', 'Use it without a file'],
  ['restore --destructions --verify', 'and without --verify'],
  ['restore FILE --verify --without-destructions', 'Use it without --without-destructions'],
])('refuses %s', (words, message) => {
  expect(() => read(words)).toThrow(message)
})

import { describe, expect, test } from 'vitest'
import {
  destroyedText,
  documentAddress,
  isAllowedOrigin,
  isOwnDocument,
  webAddress,
} from './document-address.ts'

test('says on which day in India a document was destroyed', () => {
  expect(destroyedText(new Date('2026-11-25T18:30:00Z'), 365)).toBe(
    'Destroyed on 26 Nov 2026, after 365 days.',
  )
  expect(destroyedText(new Date('2026-09-05T12:00:00Z'), null)).toBe('Destroyed on 5 Sep 2026.')
})

test('recognises the addresses of our own documents only', () => {
  expect(isOwnDocument(documentAddress('65f0c0ffee00000000000001'))).toBe(true)
  for (const other of [
    '',
    '/documents/',
    '/documents/a/content/b.png',
    '/documents/a?b',
    'https://files.example/documents/a',
    'documents/a',
  ])
    expect(isOwnDocument(other)).toBe(false)
})

test.each([
  ['https://files.example/a.png', 'https://files.example'],
  ['HTTP://Files.Example:80/a.png?token=1', 'http://files.example'],
  ['https://files.example:8443/a.png', 'https://files.example:8443'],
  ['https://पत्र.example/a.png', 'https://xn--h2blt9i.example'],
])('the address %s has the origin %s', (address, origin) => {
  expect(webAddress(address)?.origin).toBe(origin)
})

test.each(['', 'a.png', '/a.png', '//files.example/a.png', 'file:///a.png', 'data:image/gif,x'])(
  'the address "%s" is not a web address',
  (address) => {
    expect(webAddress(address)).toBeNull()
  },
)

describe('a Content-Security-Policy', () => {
  const allows = (address: string, ...allowed: string[]) =>
    isAllowedOrigin(new URL(address), allowed)

  test('allows the origins that it names', () => {
    expect(allows('https://files.example/a', 'https://other.example')).toBe(false)
    expect(allows('https://files.example/a', 'https://o.example', 'https://files.example')).toBe(
      true,
    )
    expect(allows('https://files.example:8443/a', 'https://files.example')).toBe(false)
    expect(allows('https://a.files.example/a', 'https://files.example')).toBe(false)
    expect(allows('https://files.example/a')).toBe(false)
  })

  test('allows https for an http origin, but not http for an https origin', () => {
    expect(allows('https://files.example/a', 'http://files.example')).toBe(true)
    expect(allows('https://files.example:8443/a', 'http://files.example:8443')).toBe(true)
    expect(allows('http://files.example/a', 'https://files.example')).toBe(false)
  })
})

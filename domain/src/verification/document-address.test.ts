import { describe, expect, test } from 'vitest'
import { documentAddress, isAllowedOrigin, isOwnDocument, webAddress } from './document-address.ts'

test('the address of an own document is recognised, and no other is', () => {
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
])('the address %s is of the origin %s', (address, origin) => {
  expect(webAddress(address)?.origin).toBe(origin)
})

test.each(['', 'a.png', '/a.png', '//files.example/a.png', 'file:///a.png', 'data:image/gif,x'])(
  'the address "%s" is not of the web',
  (address) => {
    expect(webAddress(address)).toBeNull()
  },
)

describe('a policy', () => {
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

  test('allows https where it names http, and not the other way round', () => {
    expect(allows('https://files.example/a', 'http://files.example')).toBe(true)
    expect(allows('https://files.example:8443/a', 'http://files.example:8443')).toBe(true)
    expect(allows('http://files.example/a', 'https://files.example')).toBe(false)
  })
})

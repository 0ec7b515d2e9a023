import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

const sourcesOf = (workspaces: string) =>
  globSync(`${workspaces}/src/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.(?:test|suite)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
const sources = sourcesOf('{console,domain}').map(({ text }) => text)

/** The messages of §8, which are between apostrophes in the last column of the table. */
function messages(): string[] {
  const specification = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')
  const section = specification.split(/^## /m).find((text) => text.startsWith('8. Messages')) ?? ''
  const cells = section.split('\n').flatMap((line) => line.split(' | ')[1] ?? [])
  return cells.flatMap((cell) => [...cell.matchAll(/'([^']+)'/g)].map(([, text]) => text ?? ''))
}

test('finds the messages of the specification', () => {
  expect(messages()).toContain('Invalid Credentials')
  expect(messages().length).toBeGreaterThan(20)
})

// a browser test that looks for a text ignores case
describe('the console shows each message of §8 exactly as specified', () => {
  // the specification contains this message in two spellings
  const expected = messages().filter((text) => !/^partner not found\.?$/i.test(text))
  test.each(expected)('%s', (message) => {
    const pattern = new RegExp(message.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
    const written = sources.flatMap((text) => text.match(pattern) ?? [])
    expect(new Set(written)).toEqual(new Set([message]))
  })
})

test('the server and the adapter import the messages of §8 from domain', () => {
  const retyped = sourcesOf('{server,adapter}').filter(({ text }) =>
    messages().some((message) => text.includes(message)),
  )
  expect(retyped.map(({ file }) => file)).toEqual([])
})

import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@mandap/contract/calls.ts'
import { isObject } from '@mandap/domain/wire/read.ts'
import { checkSync } from 'recheck'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

// People outside the company write the text that these expressions match. One that takes more than linear time
// freezes the process.

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Pattern {
  source: string
  flags: string
  where: string
}

const FILES = globSync('{domain,contract,server,console}/src/**/*.{ts,tsx,js}', { cwd: ROOT })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))

const PATTERNS: Pattern[] = []
const BUILT: string[] = []
for (const file of FILES) {
  const lang = file.endsWith('.tsx') ? 'tsx' : 'ts'
  collect(parseAst(readFileSync(join(ROOT, file), 'utf8'), { lang }), file)
}
collectSchemas(CALLS)

function collect(node: unknown, file: string): void {
  if (Array.isArray(node)) for (const item of node) collect(item, file)
  if (!isObject(node)) return
  const { type, regex, callee } = node
  if (type === 'Literal' && isObject(regex))
    PATTERNS.push({ source: String(regex['pattern']), flags: String(regex['flags']), where: file })
  if (
    /^(?:New|Call)Expression$/.test(String(type)) &&
    isObject(callee) &&
    callee['name'] === 'RegExp'
  )
    BUILT.push(file)
  for (const part of Object.values(node)) collect(part, file)
}

/** The patterns in the contract's schemas, which are strings. */
function collectSchemas(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const [name, part] of Object.entries(schema)) {
    if (name === 'pattern' && typeof part === 'string')
      PATTERNS.push({ source: part, flags: '', where: 'the contract' })
    else collectSchemas(part)
  }
}

/** The expressions that can be slow: without an unbounded repetition, matching takes linear time. */
const REPEATING = [
  ...new Map(
    PATTERNS.filter(({ source }) => /[*+]|\{\d+,\}/.test(source)).map((pattern) => [
      `/${pattern.source}/${pattern.flags}`,
      pattern,
    ]),
  ),
]

test('finds the expressions of the sources and of the contract', () => {
  const found = (where: string) => PATTERNS.filter((pattern) => pattern.where === where)
  expect(found('domain/src/text/text.ts').length).toBeGreaterThan(5)
  expect(found('console/src/ui/Tabs.tsx')).toHaveLength(1)
  expect(found('the contract').length).toBeGreaterThan(2)
  expect(REPEATING.length).toBeGreaterThan(30)
})

test('finds no expression that is built at run time, which this test cannot read', () => {
  expect(BUILT).toEqual([])
})

test.each(REPEATING)(
  '%s takes a time in proportion to the text',
  (_, { source, flags, where }) => {
    // seconds of work, which takes longer on a machine with other work
    const found = checkSync(source, flags, { timeout: 60_000 })
    const attack = found.status === 'vulnerable' ? `, as ${found.attack.pattern} shows` : ''
    expect(found.status, `${where}${attack}`).toBe('safe')
    // expressions with look-around can only be tested with random input
    expect(found.checker, `${where}: repeats and looks around`).toBe('automaton')
  },
  90_000,
)

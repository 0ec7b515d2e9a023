import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FILES = globSync('server/migrations/*.sql', { cwd: ROOT }).toSorted()

test('each migration has a number of its own, except the two of 0031, whose names databases store', () => {
  const numbers = FILES.map((file) => basename(file).slice(0, 5))
  expect(numbers.filter((number) => !/^\d{4}_$/.test(number))).toEqual([])
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual(['0031_'])
})

test('each file that a migration names exists, also one without its folder', () => {
  const files = globSync('{contract,docs,domain,server}/**/*.{md,sql,ts}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  }).map((file) => `/${file}`)
  const named = FILES.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/[\w./-]+\.(?:md|sql|ts)\b/g)].map(
      ([name]) => name,
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireTests, requireTexts } from '../bench/faults/copy.ts'
import { FAULTS } from '../bench/faults/list.ts'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test('every fault of `npm run test:faults` changes a text that occurs once in its file', async () => {
  await expect(requireTexts(ROOT, FAULTS)).resolves.toBeUndefined()
})

test('every fault of `npm run test:faults` names tests that exist', async () => {
  await expect(requireTests(ROOT, FAULTS)).resolves.toBeUndefined()
})

/** Returns the functions that a migration creates, with the places of their names. */
function functionsIn(sql: string): { name: string; at: number }[] {
  return [...sql.matchAll(/create (?:or replace )?function (\w+)/g)].map((found) => ({
    name: found[1] ?? '',
    at: found.index,
  }))
}

test('every fault in a function of the database is in the migration that defines it last', () => {
  const folder = join(ROOT, 'server/migrations')
  const migrations = readdirSync(folder).map((name) => ({
    file: `server/migrations/${name}`,
    sql: readFileSync(join(folder, name), 'utf8'),
  }))
  const outdated = FAULTS.filter(({ file, find }) => {
    const sql = migrations.find((one) => one.file === file)?.sql ?? ''
    const changed = functionsIn(sql).findLast(({ at }) => at < sql.indexOf(find))
    const later = migrations.filter((one) => one.file > file).flatMap((one) => functionsIn(one.sql))
    return later.some(({ name }) => name === changed?.name)
  })
  expect(outdated.map(({ name }) => name)).toEqual([])
})

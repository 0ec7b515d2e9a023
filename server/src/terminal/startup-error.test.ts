import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { inject, test, expect } from 'vitest'
import { connect } from '../database/connection.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { createScratch } from '../../testing/scratch.ts'
import { KeyUnavailable } from '../database/encryption-keys.ts'
import { StoreError } from '../document-store/s3-store.ts'
import { explainStartupError } from './startup-error.ts'

test('explains what PostgreSQL refuses in a sentence, without a stack', async () => {
  const scratch = await createScratch(inject('postgresUrl'))
  const db = connect(scratch.url, 1)
  const refused = (statement: string) =>
    sql.raw(statement).execute(db).then(String, explainStartupError)
  expect(await refused(`do $$ begin raise exception 'Mandap needs UTF8.'; end $$`)).toBe(
    'Mandap needs UTF8.',
  )
  await sql`set role pg_monitor`.execute(db)
  const denied = await refused('create schema other')
  expect(denied).toContain('permission denied for database')
  expect(denied).toContain('alter database … owner to …')
  expect(denied).not.toContain('node_modules')
  await db.destroy()
  await scratch.drop()
})

test.each([
  [
    new StoreError(new Error('PUT answered 403: AccessDenied')),
    'The document store cannot be used: PUT answered 403: AccessDenied.',
  ],
  [new KeyUnavailable(new Error('There is no file /data/key.')), 'There is no file /data/key.'],
  [
    Object.assign(new DatabaseError('could not extend file', 21, 'error'), { code: '53100' }),
    'The disk of PostgreSQL has no space left (53100). Free some space',
  ],
  [
    Object.assign(new Error('write failed'), { code: 'ENOSPC', path: '/data/a' }),
    'The disk has no space left for /data/a (ENOSPC).',
  ],
])('explains %s with its cause and without a stack', (error, text) => {
  const said = explainStartupError(error)
  expect(said).toContain(text)
  expect(said).not.toContain('    at ')
})

test('names a folder that cannot be used, and DATA_DIR, without a stack', async () => {
  const folder = await scratchFolder('startup-error')
  const file = join(folder, 'file')
  await writeFile(file, '')
  const said = (path: string) => mkdir(path, { recursive: true }).then(String, explainStartupError)
  expect(await said(file)).toMatch(
    /file cannot be used \(EEXIST\)\. .*DATA_DIR to another folder\.$/,
  )
  expect(await said(join(file, 'data'))).toMatch(/data cannot be used \(ENOTDIR\)\./)
  await rm(folder, { recursive: true })
})

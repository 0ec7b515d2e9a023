import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { readFolder, subjectOfFile } from './folder.ts'
import { SourceError } from './source.ts'

let folder: string
beforeEach(async () => {
  folder = await scratchFolder('import-folder')
})
afterEach(() => rm(folder, { recursive: true }))

test('a file that was deleted since it was listed cannot be opened, which is a problem of that source', async () => {
  const path = join(folder, 'users.json')
  await writeFile(path, '[]')
  const [source] = (await readFolder(folder)).sources
  await rm(path)
  await expect(source?.open(() => {})).rejects.toThrow(
    new SourceError(`There is no file or folder ${path}.`),
  )
})

test('a path that exists but cannot be read is not called missing', async () => {
  const path = join(folder, 'users.json')
  await writeFile(path, '[]')
  // an error that root has too
  await expect(readFolder(join(path, 'bookings.json'))).rejects.toThrow(
    /bookings\.json cannot be read \(ENOTDIR\)\.$/,
  )
})

test('a file has a kind according to its name', () => {
  const kinds = Object.fromEntries(
    [
      'bookings.json',
      'bookings-2026.ndjson',
      'mandap.bookings.json',
      'partners.json.gz',
      'users.jsonl',
      'user-all.json',
      'user.json',
      'temp-partners.json',
      'tempPartners.json',
      'temp_partners.json',
      'userstories.json',
      'bookings.metadata.json',
      'bookings.bson',
      'notes.txt',
    ].map((name) => [name, subjectOfFile(name)]),
  )
  expect(kinds).toEqual({
    'bookings.json': 'booking',
    'bookings-2026.ndjson': 'booking',
    'mandap.bookings.json': 'booking',
    'partners.json.gz': 'partner',
    'users.jsonl': 'user',
    'user-all.json': 'user',
    'user.json': 'user',
    'temp-partners.json': 'tempPartner',
    'tempPartners.json': 'tempPartner',
    'temp_partners.json': 'tempPartner',
    'userstories.json': null,
    'bookings.metadata.json': null,
    'bookings.bson': null,
    'notes.txt': null,
  })
})

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { readFolder } from './folder.ts'
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

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { readConfig } from '../config/config.ts'
import { documentTarget } from './document-target.ts'

let folder: string
let documents: string
beforeEach(async () => {
  folder = await scratchFolder('target')
  documents = join(folder, 'documents')
  await mkdir(documents)
})
afterEach(() => rm(folder, { recursive: true }))

const target = () => documentTarget(readConfig({ DATA_DIR: folder }))

const content = () => Readable.from([Buffer.from('restored')])

/** Creates nested folders in one that exists, and returns the innermost. */
async function nest(within: string, count: number): Promise<string> {
  const path = join(within, ...Array.from({ length: count }, () => 'a'.repeat(250)))
  await mkdir(path, { recursive: true })
  return path
}

test('a folder of documents that cannot be read completely is refused', async () => {
  // an error that root has too: the path is longer than the system allows
  const inner = join(await nest(documents, 10), 'inner')
  const outer = join(folder, 'outer')
  await nest(outer, 10)
  await rename(outer, inner)
  try {
    await expect(target()).rejects.toThrow(`${documents} cannot be read (ENAMETOOLONG)`)
  } finally {
    await rename(inner, outer)
  }
})

test('lost+found of a file system is no document, and stays', async () => {
  await mkdir(join(documents, 'lost+found'))
  await writeFile(join(documents, 'lost+found/#12'), 'found')
  const restored = await target()
  await restored.put('paper-cdab', 'image/png', content())
  await restored.keep()
  expect(await readFile(join(documents, 'ab/cd/paper-cdab'), 'utf8')).toBe('restored')
  expect(await readdir(join(documents, 'lost+found'))).toEqual(['#12'])
})

test('a document that is lost before the end fails the restore', async () => {
  const restored = await target()
  await restored.put('paper-cdab', 'image/png', content())
  await restored.put('paper-cdac', 'image/png', content())
  await rm(join(documents, 'restoring/ab'), { recursive: true })
  await expect(restored.keep()).rejects.toThrow('Only 1 of 2 documents are on the disk')
  await restored.discard()
  expect(existsSync(documents)).toBe(false)
})

test('a document that was stored since the start of a restore stays, and the restore fails', async () => {
  const restored = await target()
  await restored.put('paper-cdab', 'image/png', content())
  const stored = join(documents, 'ab/ef')
  await mkdir(stored, { recursive: true })
  await writeFile(join(stored, 'paper-efab'), 'stored')
  await expect(restored.keep()).rejects.toThrow(`${join(documents, 'ab')} is not empty`)
  await restored.discard()
  expect(await readFile(join(stored, 'paper-efab'), 'utf8')).toBe('stored')
})

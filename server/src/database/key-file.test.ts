import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { scratchFolder } from '../../testing/folder.ts'
import { makeKeyFile, readKeyFile } from './key-file.ts'

test('a key that could not be written leaves no file, so that the next start writes one', async () => {
  const folder = await scratchFolder('key')
  const file = join(folder, 'encryption.key')
  const script = `
    const { makeKeyFile } = await import(process.argv[1])
    await makeKeyFile(process.argv[2])`
  // no process of this shell can write to a file, as with a full disk
  const shell = `ulimit -f 0; exec "$0" --input-type=module -e "$@"`
  const module = new URL('key-file.ts', import.meta.url).href
  const run = promisify(execFile)('sh', ['-c', shell, process.execPath, script, module, file])
  await expect(run).rejects.toThrow('EFBIG')
  expect(await readdir(folder)).toEqual([])

  const key = await makeKeyFile(file)
  expect(await readKeyFile(file)).toEqual(key)
  expect(await makeKeyFile(file)).toEqual(key)
  await rm(folder, { recursive: true })
})

test('a key is written on a file system without hard links, and is alone in its folder', async () => {
  const folder = await scratchFolder('key')
  const file = join(folder, 'encryption.key')
  const noLinks = () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }))
  const results = await Promise.allSettled([1, 2].map(() => makeKeyFile(file, undefined, noLinks)))
  const key = await readKeyFile(file)
  const made = results.filter((result) => result.status === 'fulfilled')
  expect(made.length).toBeGreaterThan(0)
  for (const { value } of made) expect(value).toEqual(key)
  expect(await readdir(folder)).toEqual(['encryption.key'])
  await rm(folder, { recursive: true })
})

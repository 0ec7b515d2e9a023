import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startCommand } from '../../testing/backup.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { diskLocation } from './disk-location.ts'

// a busy machine starts a process slowly
vi.setConfig({ testTimeout: 90_000 })

const MODULE = new URL('disk-location.ts', import.meta.url).href

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s removes what a process has written so far', async (signal, code) => {
  const folder = await scratchFolder('disk-location')
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = `
    import { diskLocation } from '${MODULE}'
    async function* endless() {
      for (;;) {
        yield Buffer.alloc(1000)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    await diskLocation('${join(folder, 'one.backup')}').write(endless())`
  const { child, ended } = startCommand(['--input-type=module', '-e', script], {})
  await expect
    .poll(() => readdir(folder), { timeout: 60_000 })
    .toEqual([expect.stringMatching(/^one\.backup\..+\.part$/)])
  child.kill(signal)
  expect(await ended).toMatchObject({ code })
  expect(await readdir(folder)).toEqual([])
})

/** Refuses as a file system without hard links does. */
const noLinks = () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }))

test.each([
  ['', undefined],
  [' on a file system without hard links', noLinks],
])('of two backups with one name, the second fails and the first stays%s', async (_, hardLink) => {
  const folder = await scratchFolder('disk-location')
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'one.backup')
  const firstIsWritten = Promise.withResolvers<void>()
  const first = async function* () {
    yield Buffer.from('first')
  }
  const second = async function* () {
    yield Buffer.from('sec')
    await firstIsWritten.promise
    yield Buffer.from('ond')
  }
  const later = diskLocation(path, hardLink).write(second())
  await diskLocation(path, hardLink).write(first())
  firstIsWritten.resolve()
  await expect(later).rejects.toThrow(`${path} exists already`)
  expect(await readFile(path, 'utf8')).toBe('first')
  expect(await readdir(folder)).toEqual(['one.backup'])
})

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startCommand } from '../../testing/backup.ts'
import { scratchFolder } from '../../testing/folder.ts'

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
  await expect.poll(() => readdir(folder)).toEqual(['one.backup.part'])
  child.kill(signal)
  expect(await ended).toMatchObject({ code })
  expect(await readdir(folder)).toEqual([])
})

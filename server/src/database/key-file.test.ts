import { execFile } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeKeyFile, readKeyFile } from './key-file.ts'

test('a key that could not be written leaves no file, so that the next start writes one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mandap-key-'))
  const file = join(folder, 'encryption.key')
  const script = `
    const { makeKeyFile } = await import(process.argv[1])
    await makeKeyFile(process.argv[2])`
  // no process of this shell can write to a file, as with a full disk
  const shell = `ulimit -f 0; exec "$0" --input-type=module -e "$@"`
  const module = new URL('key-file.ts', import.meta.url).href
  const run = promisify(execFile)('sh', ['-c', shell, process.execPath, script, module, file])
  await expect(run).rejects.toThrow('Command failed')
  await expect(access(file)).rejects.toThrow('ENOENT')

  const key = await makeKeyFile(file)
  expect(await readKeyFile(file)).toEqual(key)
  expect(await makeKeyFile(file)).toEqual(key)
  await rm(folder, { recursive: true })
})

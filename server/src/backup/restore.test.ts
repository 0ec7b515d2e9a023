import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backUp, emptyTarget, PASSPHRASE, withClient } from '../../testing/backup.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { diskLocation } from './disk-location.ts'
import type { DocumentTarget } from './document-target.ts'
import { openBackup } from './read.ts'
import { restoreBackup, UnansweredCommit } from './restore.ts'

test('a restore whose commit is not answered says so, and keeps the documents', async () => {
  const scratch = await scratchDatabase()
  onTestFinished(() => scratch.drop())
  const folder = await scratchFolder('restore')
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'one.backup')
  await backUp(scratch.url, { DATA_DIR: folder }, path)
  const restored = await emptyTarget()
  onTestFinished(() => restored.drop())
  const done: string[] = []
  const endsConnection = (pid: number): DocumentTarget => ({
    async put() {},
    async keep() {
      await withClient(restored.url, (other) =>
        other.query('select pg_terminate_backend($1, 30000)', [pid]),
      )
    },
    async discard() {
      done.push('discard')
    },
  })
  const restoring = restoreBackup(
    await openBackup(diskLocation(path), PASSPHRASE),
    restored.url,
    async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      return endsConnection(rows[0]?.pid ?? 0)
    },
  )
  await expect(restoring).rejects.toThrow(UnansweredCommit)
  await expect(restoring).rejects.toThrow('so it may have all of it or nothing')
  expect(done).toEqual([])
})

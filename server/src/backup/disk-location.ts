import { createReadStream } from 'node:fs'
import { access, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { flushFolder } from '../document-store/flush-folder.ts'
import { BackupError } from './backup-error.ts'
import type { Location } from './location.ts'
import { whileAbortable } from './while-abortable.ts'

/** Returns a file. It has its name only when it is complete and on the disk. */
export function diskLocation(path: string): Location {
  return {
    name: path,
    exists: () =>
      access(path).then(
        () => true,
        () => false,
      ),
    async size() {
      try {
        const file = await open(path)
        await file.close()
        return (await stat(path)).size
      } catch (error) {
        throw new BackupError(`${path} cannot be read (${reasonOf(error)}).`)
      }
    },
    read: (range) => createReadStream(path, { ...range, highWaterMark: 1024 * 1024 }),
    async write(content) {
      const draft = `${path}.part`
      const remove = () => rm(draft, { force: true })
      await whileAbortable(remove, async () => {
        const file = await open(draft, 'w', 0o600).catch((error: unknown) => {
          throw unwritable(path, error)
        })
        try {
          await pipeline(content, file.createWriteStream({ flush: true }))
          await rename(draft, path)
          await flushFolder(dirname(path))
        } catch (error) {
          await file.close().catch(() => {})
          await remove()
          throw isFileError(error) ? unwritable(path, error) : error
        }
      })
    },
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write'
}

function unwritable(path: string, error: unknown): BackupError {
  return new BackupError(`${path} cannot be written (${reasonOf(error)}). Nothing of it was kept.`)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

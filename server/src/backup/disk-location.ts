import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, type link, open, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { reasonOf } from '../error/reason.ts'
import { isExisting, publish } from '../files/publish.ts'
import { BackupError, existsAlready } from './backup-error.ts'
import type { Location } from './location.ts'
import { whileAbortable } from './while-abortable.ts'

/** Returns the location of a backup file. A file that is written gets its name only when it is complete and flushed. */
export function diskLocation(path: string, hardLink?: typeof link): Location {
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
      // two backups with one name must not write to one file
      const draft = `${path}.${randomUUID()}.part`
      const remove = () => rm(draft, { force: true })
      await whileAbortable(remove, async () => {
        const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
          throw unwritable(path, error)
        })
        try {
          await pipeline(content, file.createWriteStream({ flush: true }))
          await publish(draft, path, hardLink).catch((error: unknown) => {
            throw isExisting(error) ? existsAlready(path) : unwritable(path, error)
          })
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

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { flushFolder } from '../document-store/flush-folder.ts'
import { reasonOf } from '../error/reason.ts'
import { BackupError, existsAlready } from './backup-error.ts'
import type { Location } from './location.ts'
import { whileAbortable } from './while-abortable.ts'

/** Returns a file. It has its name only when it is complete and on the disk. */
export function diskLocation(path: string, hardLink: typeof link = link): Location {
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
          await publish(draft, path, hardLink)
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

/** Gives a complete draft its name. Throws a `BackupError` if another file has it. */
async function publish(draft: string, path: string, hardLink: typeof link): Promise<void> {
  try {
    if (await isLinked(draft, path, hardLink)) return await rm(draft)
    await reserve(path)
  } catch (error) {
    throw isExisting(error) ? existsAlready(path) : unwritable(path, error)
  }
  await rename(draft, path).catch(async (error: unknown) => {
    await rm(path, { force: true })
    throw unwritable(path, error)
  })
}

/** Returns whether a second name could be added, which for example FAT does not support. */
function isLinked(draft: string, path: string, hardLink: typeof link): Promise<boolean> {
  return hardLink(draft, path).then(
    () => true,
    (error: unknown) => {
      if (isExisting(error)) throw error
      return false
    },
  )
}

/** Creates an empty file, which the draft replaces. */
async function reserve(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file.close()
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write'
}

function unwritable(path: string, error: unknown): BackupError {
  return new BackupError(`${path} cannot be written (${reasonOf(error)}). Nothing of it was kept.`)
}

import { readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '../config/config.ts'
import { documentStore } from '../document-store/configured-store.ts'
import { diskStore } from '../document-store/disk-store.ts'
import { flushFolder } from '../files/flush-folder.ts'
import { receiveFile } from '../document-store/receive.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { BackupError } from './backup-error.ts'

/** Receives the documents of a backup. */
export interface DocumentTarget {
  put(id: string, type: string, content: AsyncIterable<Buffer>): Promise<void>
  /** Makes the documents those of the server. Called before the transaction of the database is committed. */
  keep(): Promise<void>
  /** Removes the documents again, also after `keep`. */
  discard(): Promise<void>
}

/** Returns the target that the settings choose. Throws a `BackupError` if it has documents already. */
export async function documentTarget(config: Config): Promise<DocumentTarget> {
  const folder = join(config.dataDir, 'documents')
  return config.documentStore === 'disk' ? diskTarget(folder) : storeTarget(config, folder)
}

/** Throws a `BackupError` if the folder of the settings has documents, other than those of an interrupted restore. */
export async function refuseDocuments({
  dataDir,
  documentStore: kind,
}: Pick<Config, 'dataDir' | 'documentStore'>): Promise<void> {
  const folder = join(dataDir, 'documents')
  if (kind === 'disk') await refuseFiles(folder, lostFolder(folder), draftFolder(folder))
}

const draftFolder = (folder: string) => join(folder, 'restoring')

/** Only root may read it, and only the file system writes to it. */
const lostFolder = (folder: string) => join(folder, 'lost+found')

// written into a folder within and moved, because `folder` may be a file system of its own
async function diskTarget(folder: string): Promise<DocumentTarget> {
  const draft = draftFolder(folder)
  await rm(draft, { recursive: true, force: true })
  await refuseFiles(folder, lostFolder(folder))
  const store = diskStore(draft)
  const incoming = join(draft, 'incoming')
  const moved: string[] = []
  let count = 0
  return {
    async put(id, type, content) {
      await receiveInto(store, incoming, { id, type, content })
      count += 1
    },
    async keep() {
      await rm(incoming, { recursive: true, force: true })
      for (const name of await readdir(draft).catch(noneIfMissing)) {
        const path = join(folder, name)
        // a folder without files may be there
        await refuseFiles(path)
        await rm(path, { recursive: true, force: true })
        await rename(join(draft, name), path)
        moved.push(path)
      }
      await requireFiles(count, moved)
      await rm(draft, { recursive: true, force: true })
      await flushFolder(folder)
    },
    async discard() {
      for (const path of [...moved, draft]) await rm(path, { recursive: true, force: true })
      // keeps a folder that has other files
      await rmdir(folder).catch(() => {})
    },
  }
}

/** Throws a `BackupError` unless the folders have this number of files in all. */
async function requireFiles(count: number, folders: readonly string[]): Promise<void> {
  let found = 0
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    found += entries.filter((entry) => entry.isFile()).length
  }
  if (found !== count)
    throw new BackupError(
      `Only ${found} of ${count} documents are on the disk, because something else changed their folder. Try again.`,
    )
}

/** Throws a `BackupError` if a folder has files outside of `except`, or cannot be read. */
async function refuseFiles(folder: string, ...except: string[]): Promise<void> {
  const found = await hasFiles(folder, except).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${folder} cannot be read (${error.code ?? error.message}).`)
  })
  if (found)
    throw new BackupError(
      `${folder} is not empty. Move it away, or set DATA_DIR to another folder.`,
    )
}

async function hasFiles(folder: string, except: readonly string[] = []): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(noneIfMissing)
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (except.includes(path)) continue
    if (!entry.isDirectory() || (await hasFiles(path))) return true
  }
  return false
}

function noneIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

// an object that is there already is the same document, perhaps encrypted with another data key than that of the backup
function storeTarget(config: Config, folder: string): DocumentTarget {
  const store = documentStore(config)
  return {
    put: (id, type, content) => receiveInto(store, join(folder, 'incoming'), { id, type, content }),
    async keep() {},
    async discard() {},
  }
}

async function receiveInto(
  store: DocumentStore,
  folder: string,
  { id, type, content }: { id: string; type: string; content: AsyncIterable<Buffer> },
) {
  const file = await receiveFile(Readable.from(content), folder, Number.POSITIVE_INFINITY)
  try {
    await store.put(id, { ...file, type })
  } finally {
    await rm(file.path, { force: true })
  }
}

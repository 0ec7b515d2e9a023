import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flushFolder } from '../files/flush-folder.ts'
import type { DocumentStore } from './store.ts'

/** Stores documents as files under `root`, in folders named after the last characters of their keys. */
export function diskStore(root: string): DocumentStore {
  // the folders whose names are flushed; one that exists may not be, because another upload may have just created it
  const durable = new Set<string>()
  async function flushName(folder: string) {
    if (durable.has(folder)) return
    await flushFolder(dirname(folder))
    durable.add(folder)
  }
  const place = (key: string) => join(root, key.slice(-2), key.slice(-4, -2), key)
  return {
    async put(key, { path }) {
      const target = place(key)
      const folder = dirname(target)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // the received file is already flushed, so a file under the key is always complete
      await rename(path, target)
      await flushFolder(folder)
      for (const one of [folder, dirname(folder), root]) await flushName(one)
    },
    async read(key, range) {
      const file = await open(place(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return file && file.createReadStream(range)
    },
    async remove(key) {
      await rm(place(key), { force: true })
    },
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
    },
  }
}

import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flushFolder } from './flush-folder.ts'

/**
 * Gives a complete draft its name, which is durable then, and replaces no other file. Throws an error with the code EEXIST if
 * another file has the name. `hardLink` fails on a file system without hard links, such as FAT.
 */
export async function publish(
  draft: string,
  path: string,
  hardLink: typeof link = link,
): Promise<void> {
  if (await isLinked(draft, path, hardLink)) await rm(draft)
  else await replaceReserved(draft, path)
  await flushFolder(dirname(path))
}

export function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

/** Returns whether the draft has the name, too. */
function isLinked(draft: string, path: string, hardLink: typeof link): Promise<boolean> {
  return hardLink(draft, path).then(
    () => true,
    (error: unknown) => {
      if (isExisting(error)) throw error
      return false
    },
  )
}

/** Creates an empty file with the name, and replaces it by the draft. */
async function replaceReserved(draft: string, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file.close()
  await rename(draft, path).catch(async (error: unknown) => {
    await rm(path, { force: true })
    throw error
  })
}

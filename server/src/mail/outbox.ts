import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Writes a message to a file in `folder`, named by its time. Returns its path. */
export async function writeMessage(
  folder: string,
  extension: 'eml' | 'txt',
  content: string | Buffer | Readable,
): Promise<string> {
  const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`
  const file = join(folder, `${name}.${extension}`)
  await mkdir(folder, { recursive: true })
  // renamed when complete, because a person or program may watch the folder
  await writeFile(`${file}.part`, content, { mode: 0o600 })
  await rename(`${file}.part`, file)
  return file
}

import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DAY } from '@mandap/domain/time/days.ts'
import { HttpError } from '../http/http-error.ts'
import { sniffType } from './sniff.ts'

/** A file that was received completely, on the disk of this machine. */
export interface ReceivedFile {
  path: string
  size: number
  sha256: Buffer
  /** Media type, detected from the content; `null` if unknown. */
  type: string | null
}

/** Writes a stream to a file in `folder` and computes its hash. Throws 413 after `most` bytes. */
export async function receiveFile(
  stream: Readable,
  folder: string,
  most: number,
): Promise<ReceivedFile> {
  // an error before the pipeline starts must not end the process; the pipeline rejects for it
  stream.on('error', () => {})
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.part`)
  // opened first: a stream that fails at once must not create the file after its removal
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > most) {
        const megabytes = Math.floor(most / 1024 / 1024)
        throw new HttpError(413, 'TOO_LARGE', `The file is larger than ${megabytes} MB.`, {
          field: 'file',
        })
      }
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await pipeline(stream, measured, file.createWriteStream({ flush: true }))
    return { path, size, sha256: hash.digest(), type: await sniffType(path) }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Removes the files that interrupted uploads left in `folder` more than a day ago. */
export async function deleteOldUploads(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < now.getTime() - DAY) await rm(path, { force: true })
  }
}

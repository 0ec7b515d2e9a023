import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** Maximum bytes of a line: a SHA-1 hash in hexadecimal, a colon, a number, and a line break of two characters. */
const MAX_LINE = 64

const HASH = /^[0-9a-f]{40}(?:[:\r\n]|$)/i

/**
 * Returns whether a password is in a file of passwords from breaches: SHA-1 hashes, one per line, in ascending order,
 * as the downloader of Have I Been Pwned writes it. Reads some lines by binary search, because the file has tens of
 * gigabytes. Throws if the file cannot be read or has another format.
 */
export async function isBreached(file: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
  await using handle = await open(file)
  const { size } = await handle.stat()
  let [low, high] = [0, size]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const line = await lineFrom(handle, middle)
    if (line === null || line.start >= high) {
      high = middle
      continue
    }
    if (line.hash === wanted) return true
    if (line.hash < wanted) low = line.start + line.hash.length
    else high = middle
  }
  return false
}

/** Returns the hash of the first line that begins at or after a position, and where it begins; null at the end. */
async function lineFrom(handle: FileHandle, position: number) {
  const from = Math.max(0, position - 1)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 * MAX_LINE), { position: from })
  const text = buffer.toString('latin1', 0, bytesRead)
  const skipped = position === 0 ? 0 : text.indexOf('\n') + 1
  if (position > 0 && skipped === 0) return null
  const rest = text.slice(skipped)
  if (rest.trim() === '') return null
  if (!HASH.test(rest)) throw new Error('A line does not begin with a SHA-1 hash.')
  return { start: from + skipped, hash: rest.slice(0, 40).toUpperCase() }
}

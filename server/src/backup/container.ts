import { createHash } from 'node:crypto'
import { BackupError } from './backup-error.ts'

// The content of a backup is a sequence of named parts. A part is a header, data, and the SHA-256 of its data, each
// in frames: a byte for the kind, four for the length.

const FRAME = { header: 1, data: 2, end: 3 } as const
const FRAME_HEAD_BYTES = 5

/** Pieces of data that are smaller are joined into one frame. */
const MIN_DATA_BYTES = 64 * 1024
const MAX_FRAME_BYTES = 64 * 1024 * 1024

export interface PartHeader {
  name: string
  /** Media type of a document. */
  type?: string
}

export interface Part extends PartHeader {
  /** Throws a `BackupError` at the end if the data does not match its hash. */
  content: AsyncIterable<Buffer>
  /** Returns the SHA-256 of the content, which was read to its end. */
  sha256: () => Buffer
}

/** Returns the frames of a part. Calls `onEnd` with the hash and the length of its content. */
export async function* writePart(
  header: PartHeader,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  onEnd: (sha256: Buffer, bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  yield frame(FRAME.header, Buffer.from(JSON.stringify(header)))
  const hash = createHash('sha256')
  let held: Buffer[] = []
  let size = 0
  let total = 0
  for await (const piece of content) {
    hash.update(piece)
    held.push(piece)
    size += piece.length
    total += piece.length
    if (size < MIN_DATA_BYTES) continue
    yield frame(FRAME.data, ...held)
    held = []
    size = 0
  }
  if (size > 0) yield frame(FRAME.data, ...held)
  const sha256 = hash.digest()
  onEnd(sha256, total)
  yield frame(FRAME.end, sha256)
}

/** Reads the parts of a backup in order. The content of a part must be read before the next one is. */
export async function* readParts(source: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const frames = readFrames(source)
  for (;;) {
    const { done, value } = await frames.next()
    if (done) return
    if (value.kind !== FRAME.header) throw unreadable()
    const header: PartHeader = JSON.parse(value.bytes.toString())
    const hash = createHash('sha256')
    let read: Buffer | undefined
    const content = async function* () {
      for (;;) {
        const { done: ended, value: next } = await frames.next()
        if (ended || next.kind === FRAME.header) throw unreadable()
        if (next.kind === FRAME.end) {
          read = hash.digest()
          if (read.equals(next.bytes)) return
          throw new BackupError(`${header.name} in the backup does not match its checksum.`)
        }
        hash.update(next.bytes)
        yield next.bytes
      }
    }
    yield { ...header, content: content(), sha256: () => read ?? Buffer.alloc(0) }
    if (!read) throw new Error(`${header.name} was not read to its end.`)
  }
}

interface Frame {
  kind: number
  bytes: Buffer
}

async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const iterator = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  /** Returns the next bytes; `null` at the end of the source. */
  async function take(count: number): Promise<Buffer | null> {
    const pieces = [held]
    let size = held.length
    while (size < count) {
      const { done, value } = await iterator.next()
      if (done) break
      pieces.push(value)
      size += value.length
    }
    const all = pieces.length === 1 ? held : Buffer.concat(pieces)
    if (size < count && size > 0) throw unreadable()
    held = all.subarray(count)
    return size === 0 ? null : all.subarray(0, count)
  }
  for (;;) {
    const head = await take(FRAME_HEAD_BYTES)
    if (!head) return
    const size = head.readUInt32BE(1)
    if (size > MAX_FRAME_BYTES) throw unreadable()
    const bytes = size === 0 ? head.subarray(0, 0) : await take(size)
    if (!bytes) throw unreadable()
    yield { kind: head.readUInt8(0), bytes }
  }
}

function frame(kind: number, ...pieces: Buffer[]): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head.writeUInt8(kind)
  head.writeUInt32BE(
    pieces.reduce((sum, piece) => sum + piece.length, 0),
    1,
  )
  return Buffer.concat([head, ...pieces])
}

function unreadable(): BackupError {
  return new BackupError(
    'The content of the backup cannot be read. It was written by another program.',
  )
}

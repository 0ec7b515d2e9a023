import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { type Part, readParts } from './container.ts'
import { MANIFEST, type Manifest, SUMMARY, type Summary } from './content.ts'
import { BEGINNING_BYTES, decrypt, openEncrypted } from './encryption.ts'
import type { Location } from './location.ts'

/** A backup whose passphrase is known. */
export interface OpenBackup {
  /** Size of the file. */
  bytes: number
  /**
   * Reads the parts from first to last, as often as needed, and calls `progress` with the bytes that were read.
   * Rejects with a `BackupError` if the file is truncated or was altered.
   */
  read<T>(
    work: (parts: AsyncIterable<Part>) => Promise<T>,
    progress?: (bytes: number) => void,
  ): Promise<T>
}

export async function openBackup(location: Location, passphrase: string): Promise<OpenBackup> {
  const bytes = await location.size()
  const { key, start } = await openEncrypted(await beginningOf(location, bytes), passphrase)
  return {
    bytes,
    async read<T>(
      work: (parts: AsyncIterable<Part>) => Promise<T>,
      progress: (bytes: number) => void = () => {},
    ) {
      let read = start
      async function* measured(pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          read += piece.length
          progress(read)
          yield piece
        }
      }
      let result: { is: T } | undefined
      await pipeline(
        location.read({ start }),
        measured,
        (pieces: AsyncIterable<Buffer>) => decrypt(pieces, key),
        createZstdDecompress({ chunkSize: 256 * 1024 }),
        async (content: AsyncIterable<Buffer>) => {
          result = { is: await work(readParts(content)) }
        },
      )
      if (!result) throw new Error('The backup was not read.')
      return result.is
    },
  }
}

/** Reads the whole backup, and returns its first and its last part. Rejects if any part of it was altered. */
export async function checkBackup(
  backup: OpenBackup,
  onManifest: (manifest: Manifest) => Promise<void>,
  progress?: (bytes: number) => void,
): Promise<{ manifest: Manifest; summary: Summary }> {
  return backup.read(async (parts) => {
    let manifest: Manifest | undefined
    let summary: Summary | undefined
    for await (const part of parts) {
      if (part.name === MANIFEST) {
        manifest = await jsonOf<Manifest>(part)
        await onManifest(manifest)
      } else if (part.name === SUMMARY) summary = await jsonOf<Summary>(part)
      else for await (const _ of part.content);
    }
    if (!manifest || !summary) throw new BackupError('The backup has no end.')
    return { manifest, summary }
  }, progress)
}

/** Returns the content of a part that is JSON. */
export async function jsonOf<T>({ content }: Part): Promise<T> {
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString())
}

async function beginningOf(location: Location, bytes: number): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0)
  const pieces: Buffer[] = []
  const end = Math.min(BEGINNING_BYTES, bytes) - 1
  for await (const piece of location.read({ start: 0, end })) pieces.push(piece)
  return Buffer.concat(pieces)
}

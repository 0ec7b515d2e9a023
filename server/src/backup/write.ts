import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { existsAlready } from './backup-error.ts'
import type { Manifest, Summary } from './content.ts'
import { type Dump, dumpParts, type DumpSource } from './dump.ts'
import { type Cost, encrypt } from './encryption.ts'
import type { Location } from './location.ts'

/** A backup that was written. */
export interface WrittenBackup {
  manifest: Manifest
  summary: Summary
  /** Size of the file. */
  bytes: number
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string
}

export interface WriteOptions {
  passphrase: string
  /** The scrypt parameters of the key derivation. The default is `COST` of encryption.ts. */
  cost?: Cost
  /** Receives the number of bytes that were written. */
  progress?: (bytes: number) => void
}

/** Writes one snapshot of database and documents to a new file or object, encrypted, all or nothing. */
export async function writeBackup(
  source: DumpSource,
  location: Location,
  { passphrase, cost, progress = () => {} }: WriteOptions,
): Promise<WrittenBackup> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* measured(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece)
      bytes += piece.length
      progress(bytes)
      yield piece
    }
  }
  const dump: Dump = {}
  await pipeline(
    dumpParts(source, dump),
    createZstdCompress(),
    (compressed: AsyncIterable<Buffer>) => measured(encrypt(compressed, passphrase, cost)),
    (content: AsyncIterable<Buffer>) => location.write(content),
  )
  const { manifest, summary } = dump
  if (!manifest || !summary) throw new Error('The backup has no end.')
  return { manifest, summary, bytes, sha256: hash.digest('hex') }
}

/** Throws a `BackupError` if there is such a backup already, so that a backup never replaces another. */
export async function refuseExisting(location: Location): Promise<void> {
  if (await location.exists()) throw existsAlready(location.name)
}

import { createHash } from 'node:crypto'
import { access, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { flushFolder } from '../document-store/flush-folder.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest, Summary } from './content.ts'
import { type Dump, dumpParts, type Source } from './dump.ts'
import { type Cost, encrypt } from './encryption.ts'

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
  /** Of deriving the key. */
  cost?: Cost
  /** Receives the number of bytes that were written. */
  progress?: (bytes: number) => void
}

/**
 * Writes one snapshot of database and documents to a new file, encrypted. The file has its name only when it is
 * complete and on the disk.
 */
export async function writeBackup(
  source: Source,
  path: string,
  { passphrase, cost, progress = () => {} }: WriteOptions,
): Promise<WrittenBackup> {
  const draft = `${path}.part`
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
  const file = await open(draft, 'w', 0o600).catch((error: unknown) => {
    throw unwritable(path, error)
  })
  try {
    const dump: Dump = {}
    await pipeline(
      dumpParts(source, dump),
      createZstdCompress(),
      (compressed: AsyncIterable<Buffer>) => measured(encrypt(compressed, passphrase, cost)),
      file.createWriteStream({ flush: true }),
    )
    const { manifest, summary } = dump
    if (!manifest || !summary) throw new Error('The backup has no end.')
    await rename(draft, path)
    await flushFolder(dirname(path))
    return { manifest, summary, bytes, sha256: hash.digest('hex') }
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw isFileError(error) ? unwritable(path, error) : error
  }
}

/** Throws a `BackupError` if there is such a file already, so that a backup never replaces another. */
export async function refuseExisting(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new BackupError(`${path} exists already. Name a new file.`)
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write'
}

function unwritable(path: string, error: unknown): BackupError {
  const reason = error instanceof Error ? error.message : String(error)
  return new BackupError(`${path} cannot be written (${reason}). Nothing of it was kept.`)
}

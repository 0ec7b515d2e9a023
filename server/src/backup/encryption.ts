import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { BackupError } from './backup-error.ts'
import { inChunks } from './chunks.ts'

// The file: a line with the format, a line with the parameters of scrypt, the HMAC of both lines, and the
// encrypted chunks. The nonce of a chunk is its number and whether it is the last one, so chunks can be neither
// reordered nor left out. docs/operating.md describes it for other programs.

const FORMAT = 'mandap backup 1'
const MAC_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 512

/** Parameters of scrypt. */
export interface Cost {
  N: number
  r: number
  p: number
}

/** 128 MB and about half a second for each guess, as OWASP recommends. */
const COST: Cost = { N: 2 ** 17, r: 8, p: 1 }
const MAX_N = 2 ** 20

interface Keys {
  encryption: Buffer
  header: Buffer
}

/** Encrypts a stream with a key that is derived from the passphrase and a new salt. */
export async function* encrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  cost: Cost = COST,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(32)
  const header = Buffer.from(
    `${FORMAT}\n${JSON.stringify({ ...cost, salt: salt.toString('base64') })}\n`,
  )
  const keys = await deriveKeys(passphrase, salt, cost)
  yield Buffer.concat([header, macOf(header, keys)])
  let number = 0
  for await (const { bytes, isLast } of inChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', keys.encryption, nonce(number, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

/** The key of one encrypted file, and where its chunks begin. */
export interface OpenedFile {
  key: Buffer
  start: number
}

/** Reads the start of an encrypted file. Throws a `BackupError` if the passphrase is wrong. */
export async function openEncrypted(beginning: Buffer, passphrase: string): Promise<OpenedFile> {
  const firstLine = `${FORMAT}\n`
  const end = beginning.indexOf('\n', firstLine.length) + 1
  if (!beginning.subarray(0, firstLine.length).equals(Buffer.from(firstLine)) || end === 0)
    throw new BackupError('This file is not a backup of Mandap, or its beginning was altered.')
  const header = beginning.subarray(0, end)
  const { salt, ...cost } = readHeader(header.subarray(firstLine.length).toString())
  const keys = await deriveKeys(passphrase, salt, cost)
  const mac = beginning.subarray(end, end + MAC_BYTES)
  if (mac.length < MAC_BYTES) throw truncated()
  if (!timingSafeEqual(mac, macOf(header, keys)))
    throw new BackupError('The passphrase is wrong, or the beginning of the file was altered.')
  return { key: keys.encryption, start: end + MAC_BYTES }
}

/** How many bytes of a file `openEncrypted` needs. */
export const BEGINNING_BYTES = MAX_HEADER_BYTES + MAC_BYTES

/**
 * Decrypts the chunks of a file. Yields only bytes that are authentic and in order. Throws a `BackupError` if the
 * file was altered or has no end.
 */
export async function* decrypt(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let number = 0
  for await (const { bytes, isLast } of inChunks(source, CHUNK_BYTES + TAG_BYTES)) {
    const opened = openChunk(bytes, key, nonce(number, isLast))
    if (!opened) {
      const continues = isLast && openChunk(bytes, key, nonce(number, false)) !== null
      throw continues || bytes.length < TAG_BYTES ? truncated() : altered()
    }
    yield opened
    number += 1
  }
}

function openChunk(bytes: Buffer, key: Buffer, iv: Buffer): Buffer | null {
  if (bytes.length < TAG_BYTES) return null
  const end = bytes.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(end))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()])
  } catch {
    return null
  }
}

// a file has its own key, so a number is a safe nonce
function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUIntBE(number, 5, 6)
  bytes.writeUInt8(isLast ? 1 : 0, 11)
  return bytes
}

function readHeader(line: string): Cost & { salt: Buffer } {
  try {
    const { N, r, p, salt } = JSON.parse(line)
    // larger values could take all memory before the header is found to be altered
    const isSmall = N <= MAX_N && r <= 16 && p <= 4
    const isUsable = [N, r, p].every((one) => Number.isSafeInteger(one) && one > 0)
    const isPowerOfTwo = N > 1 && Number.isInteger(Math.log2(N))
    if (isSmall && isUsable && isPowerOfTwo && typeof salt === 'string')
      return { N, r, p, salt: Buffer.from(salt, 'base64') }
  } catch {
    // the same as values that cannot be used
  }
  throw new BackupError('The beginning of the file was altered.')
}

function deriveKeys(passphrase: string, salt: Buffer, { N, r, p }: Cost): Promise<Keys> {
  return new Promise((resolve, reject) => {
    const maxmem = 2 * 128 * N * r
    scrypt(passphrase.normalize('NFKC'), salt, 64, { N, r, p, maxmem }, (error, bytes) => {
      if (error) reject(error)
      else resolve({ encryption: bytes.subarray(0, 32), header: bytes.subarray(32) })
    })
  })
}

function macOf(header: Buffer, keys: Keys): Buffer {
  return createHmac('sha256', keys.header).update(header).digest()
}

function truncated(): BackupError {
  return new BackupError(
    'The file is truncated: its end is missing. Copy it again, or use another.',
  )
}

function altered(): BackupError {
  return new BackupError('The file was altered or damaged. Copy it again, or use another backup.')
}

import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { CHEAP } from '../../testing/backup.ts'
import { BackupError } from './backup-error.ts'
import { decrypt, encrypt, openEncrypted } from './encryption.ts'

const PASSPHRASE = 'marigold and jasmine'
const CHUNK = 64 * 1024
const SEALED = CHUNK + 16

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collected(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

const encrypted = (content: Buffer) =>
  collected(encrypt(inPieces(content, 10_007), PASSPHRASE, CHEAP))

async function decrypted(file: Buffer, size = 9_999): Promise<Buffer> {
  const { key, start } = await openEncrypted(file, PASSPHRASE)
  return collected(decrypt(inPieces(file.subarray(start), size), key))
}

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
  'decrypts %i bytes to what was encrypted',
  async (size) => {
    const content = randomBytes(size)
    expect((await decrypted(await encrypted(content))).equals(content)).toBe(true)
  },
)

test('encrypts the same content differently each time', async () => {
  const content = Buffer.alloc(1000)
  const [one, other] = [await encrypted(content), await encrypted(content)]
  expect(one.subarray(-500).equals(other.subarray(-500))).toBe(false)
})

describe('a file of three chunks', () => {
  const content = randomBytes(2 * CHUNK + 500)
  let file: Buffer
  let start: number
  let key: Buffer

  beforeAll(async () => {
    file = await encrypted(content)
    ;({ start, key } = await openEncrypted(file, PASSPHRASE))
  })

  const chunk = (number: number) =>
    file.subarray(start + number * SEALED, start + (number + 1) * SEALED)
  const read = (chunks: Buffer[]) => collected(decrypt(inPieces(Buffer.concat(chunks), 7777), key))

  test.each([
    ['after the first chunk', () => [chunk(0)]],
    ['after the second chunk', () => [chunk(0), chunk(1)]],
    ['before the first chunk', () => []],
  ])('is refused as truncated if it ends %s', async (_, chunks) => {
    await expect(read(chunks())).rejects.toThrow('The file is truncated')
  })

  test.each([
    ['ends within a chunk', () => [chunk(0), chunk(1).subarray(0, 1000)]],
    ['has its chunks in another order', () => [chunk(1), chunk(0), chunk(2)]],
    ['lacks a chunk', () => [chunk(0), chunk(2)]],
    ['has a chunk twice', () => [chunk(0), chunk(0), chunk(1), chunk(2)]],
    ['continues after its end', () => [chunk(0), chunk(1), chunk(2), Buffer.from('more')]],
  ])('is refused if it %s', async (_, chunks) => {
    await expect(read(chunks())).rejects.toThrow(BackupError)
  })

  test('is refused if any bit of a chunk was changed', async () => {
    for (const at of [0, 1000, SEALED - 1, SEALED, 2 * SEALED + 100]) {
      const changed = Buffer.from(file.subarray(start))
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      await expect(read([changed])).rejects.toThrow('The file was altered')
    }
  })

  test('is refused with another passphrase, before anything is read', async () => {
    await expect(openEncrypted(file, 'marigold and jasmin')).rejects.toThrow(
      'The passphrase is wrong',
    )
  })

  test('is refused if its beginning was changed', async () => {
    const changed = (search: string, replacement: string) =>
      Buffer.from(file.toString('latin1').replace(search, replacement), 'latin1')
    const open = (bytes: Buffer) => openEncrypted(bytes, PASSPHRASE)
    await expect(open(changed('"p":1', '"p":2'))).rejects.toThrow('beginning of the file was')
    // would take 128 GB
    await expect(open(changed('"N":1024', '"N":134217728'))).rejects.toThrow(
      'beginning of the file was',
    )
    // scrypt does not take such values
    for (const [from, to] of [
      ['"N":1024', '"N":1023'],
      ['"N":1024', '"N":1'],
      ['"r":8', '"r":0'],
    ] as const)
      await expect(open(changed(from, to))).rejects.toThrow('beginning of the file was')
    await expect(open(changed('mandap backup 1', 'mandap backup 2'))).rejects.toThrow(
      'not a backup of Mandap',
    )
    await expect(open(Buffer.alloc(0))).rejects.toThrow('not a backup of Mandap')
    await expect(open(file.subarray(0, start - 1))).rejects.toThrow('The file is truncated')
  })

  test('is opened with a passphrase that was typed with other code points for the same letters', async () => {
    const composed = await collected(encrypt(inPieces(content, 1000), 'caf\u00e9 au lait', CHEAP))
    expect((await openEncrypted(composed, 'cafe\u0301 au lait')).key).toHaveLength(32)
  })
})

import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { connect } from './connection.ts'
import { EncryptionKeys, KeyUnavailable, prepareKeys } from './encryption-keys.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('keys')
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})

let folders = 0
async function emptyFolder(): Promise<string> {
  await scratch.db.deleteFrom('data_key').execute()
  folders += 1
  return join(folder, String(folders))
}

const dataKeys = () => scratch.db.selectFrom('data_key').selectAll().execute()

/** Opens the database as another process with these settings does. */
async function withKeys<T>(
  settings: ConstructorParameters<typeof EncryptionKeys>[0],
  work: (keys: EncryptionKeys, db: typeof scratch.db) => Promise<T>,
): Promise<T> {
  const keys = new EncryptionKeys(settings)
  const db = connect(scratch.url, 2, { keys })
  try {
    return await work(keys, db)
  } finally {
    await db.destroy()
  }
}

test('two servers that start at once make one key, in a file that only its owner can read', async () => {
  const dataDir = await emptyFolder()
  const start = () =>
    withKeys({ dataDir }, async (keys, db) => {
      await keys.prepare(db)
      return keys.current(db)
    })
  const [one, other] = await Promise.all([start(), start()])
  expect(one).toEqual(other)
  expect(await dataKeys()).toHaveLength(1)
  const file = join(dataDir, 'encryption.key')
  expect((await stat(file)).mode & 0o077).toBe(0)
  const text = await readFile(file, 'utf8')
  expect(Buffer.from(text, 'base64')).toHaveLength(32)
  const [row] = await dataKeys()
  expect(row?.wrapped.includes(one.key)).toBe(false)
})

test('a server with another key, or none, makes none and cannot read', async () => {
  const dataDir = await emptyFolder()
  await withKeys({ dataDir }, (keys, db) => keys.prepare(db))
  const made = await dataKeys()
  const wrong = join(folder, 'wrong.key')
  await writeFile(wrong, Buffer.alloc(32, 1).toString('base64'))
  for (const settings of [
    { dataDir: join(folder, 'elsewhere') },
    { dataDir, encryptionKeyFile: wrong },
    { dataDir, encryptionKeyFile: join(folder, 'missing.key') },
  ])
    await withKeys(settings, async (keys, db) => {
      expect(await prepareKeys(db)).toBe(false)
      await expect(keys.current(db)).rejects.toThrow(KeyUnavailable)
    })
  expect(await dataKeys()).toEqual(made)
  await expect(stat(join(folder, 'elsewhere/encryption.key'))).rejects.toThrow('ENOENT')
})

test('a running server reads the key once its file is there', async () => {
  const dataDir = await emptyFolder()
  const file = join(dataDir, 'encryption.key')
  await withKeys({ dataDir }, (keys, db) => keys.prepare(db))
  const kept = await readFile(file)
  await rm(file)
  await withKeys({ dataDir }, async (keys, db) => {
    await expect(keys.current(db)).rejects.toMatchObject({
      message: expect.stringContaining('ENCRYPTION_KEY_FILE'),
    })
    await writeFile(file, kept)
    expect((await keys.current(db)).key).toHaveLength(32)
  })
})

test.each(['', 'not base64!', Buffer.alloc(16).toString('base64'), 'A'.repeat(64)])(
  'does not take a key file with %j',
  async (text) => {
    const dataDir = await emptyFolder()
    const encryptionKeyFile = join(folder, 'bad.key')
    await writeFile(encryptionKeyFile, text)
    await withKeys({ dataDir, encryptionKeyFile }, async (keys, db) => {
      await expect(keys.prepare(db)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('must contain 32 random bytes in Base64') },
      })
    })
    expect(await dataKeys()).toEqual([])
  },
)

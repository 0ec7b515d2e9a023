import { randomBytes, randomUUID } from 'node:crypto'
import { access, type link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { isExisting, publish } from '../files/publish.ts'
import { KEY_BYTES } from './cipher.ts'

/** Returns the file of the key if ENCRYPTION_KEY_FILE is not set: beside the folder of the embedded PostgreSQL. */
export function defaultKeyFile(dataDir: string): string {
  return join(dataDir, 'encryption.key')
}

/** Reads the key of a file. Throws an error that says why there is none, without its content. */
export async function readKeyFile(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(code === 'ENOENT' ? `There is no file ${file}.` : `${file}: ${code}.`)
  })
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES || key.toString('base64') !== text.trim())
    throw new Error(`${file} must contain ${KEY_BYTES} random bytes in Base64, in one line.`)
  return key
}

/** Where the key is. */
export type KeyFileSettings = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'encryptionKeyFile'>>

/** Returns the key that the server made, in Base64; undefined if a setting names the file, or there is none. */
export async function madeKey(settings: KeyFileSettings): Promise<string | undefined> {
  const file = defaultKeyFile(settings.dataDir)
  const isMade = settings.encryptionKeyFile === undefined && (await keyFileExists(file))
  return isMade ? (await readKeyFile(file)).toString('base64') : undefined
}

export function keyFileExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/**
 * Creates the file with a new key, readable by its owner only, or reads the key that is there. The file is complete or missing,
 * also if writing fails.
 */
export async function makeKeyFile(
  file: string,
  key = randomBytes(KEY_BYTES),
  hardLink?: typeof link,
): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true })
  if (await keyFileExists(file)) return readKeyFile(file)
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, `${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
    await publish(draft, file, hardLink)
    return key
  } catch (error) {
    // another process was faster
    if (isExisting(error)) return await readKeyFile(file)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

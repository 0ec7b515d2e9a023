import { rm } from 'node:fs/promises'
import {
  defaultKeyFile,
  type KeyFileSettings,
  keyFileExists,
  makeKeyFile,
  readKeyFile,
} from '../database/key-file.ts'
import { BackupError } from './backup-error.ts'
import type { DocumentTarget } from './document-target.ts'

const MOVE_IT = 'Move it away, or set DATA_DIR to another folder.'

/**
 * Returns a target that also keeps the encryption key of the backup, in Base64, where a server makes one. Throws a
 * `BackupError` if the restored server would use another key.
 */
export async function withEncryptionKey(
  target: DocumentTarget,
  settings: KeyFileSettings,
  base64: string | undefined,
): Promise<DocumentTarget> {
  if (base64 === undefined) return target
  const file = settings.encryptionKeyFile ?? defaultKeyFile(settings.dataDir)
  if (await keyFileExists(file)) {
    await refuseOtherKey(file, base64)
    return target
  }
  return {
    ...target,
    async keep() {
      await target.keep()
      await makeKeyFile(file, Buffer.from(base64, 'base64'))
    },
    async discard() {
      await target.discard()
      await rm(file, { force: true })
    },
  }
}

async function refuseOtherKey(file: string, base64: string) {
  const present = await readKeyFile(file).catch((error: Error) => {
    throw new BackupError(`${error.message} ${MOVE_IT}`)
  })
  if (present.toString('base64') === base64) return
  throw new BackupError(
    `${file} has another key than the backup, whose numbers and documents it cannot decrypt. ${MOVE_IT}`,
  )
}

import { rm } from 'node:fs/promises'
import {
  defaultKeyFile,
  type KeyFileSettings,
  makeKeyFile,
  readKeyFile,
} from '../database/key-file.ts'
import { BackupError } from './backup-error.ts'
import type { DocumentTarget } from './document-target.ts'

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
  const present = await readKeyFile(file).catch(() => null)
  if (present && present.toString('base64') !== base64)
    throw new BackupError(
      `${file} has another key than the backup, whose numbers and documents it cannot decrypt. ` +
        'Move it away, or set DATA_DIR to another folder.',
    )
  if (present) return target
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

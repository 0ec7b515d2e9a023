import { password } from '../config/setting.ts'
import { askSecret, canAsk } from '../terminal/ask.ts'
import { reasonOf } from '../error/reason.ts'
import { BackupError } from './backup-error.ts'

/** Returns the passphrase of a new backup: the one of BACKUP_PASSPHRASE, or the one that a person types twice. */
export async function newPassphrase(given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  requireTerminal()
  const typed = checkedPassphrase(await askSecret('Passphrase for the backup: '))
  if ((await askSecret('The same passphrase again: ')) !== typed)
    throw new BackupError('The two passphrases are different. Nothing was written.')
  return typed
}

/** Returns a typed passphrase that BACKUP_PASSPHRASE would accept. Throws a `BackupError` for any other. */
export function checkedPassphrase(typed: string): string {
  try {
    return password(typed)
  } catch (error) {
    throw new BackupError(`The passphrase must be ${reasonOf(error)}.`)
  }
}

/** Returns the passphrase of an existing backup. */
export async function knownPassphrase(given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  requireTerminal()
  return askSecret('Passphrase of the backup: ')
}

function requireTerminal() {
  if (canAsk()) return
  throw new BackupError(
    'A backup is encrypted, and nobody can type its passphrase here. Set BACKUP_PASSPHRASE.',
  )
}

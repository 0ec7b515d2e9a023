import { askSecret, canAsk } from '../terminal/ask.ts'
import { BackupError } from './backup-error.ts'

const MIN_PASSPHRASE_LENGTH = 12

/** Returns the passphrase of a new backup: the one of BACKUP_PASSPHRASE, or the one that a person types twice. */
export async function newPassphrase(given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  requireTerminal()
  const typed = await askSecret('Passphrase for the backup: ')
  if (typed.length < MIN_PASSPHRASE_LENGTH)
    throw new BackupError(`The passphrase must be ${MIN_PASSPHRASE_LENGTH} characters or longer.`)
  if ((await askSecret('The same passphrase again: ')) !== typed)
    throw new BackupError('The two passphrases are different. Nothing was written.')
  return typed
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

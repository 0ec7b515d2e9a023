import { CommandError } from '../terminal/command-error.ts'

/** Thrown for a backup that cannot be made, read or restored. */
export class BackupError extends CommandError {}

/** Returns the error for a backup that would replace another. */
export function existsAlready(name: string): BackupError {
  return new BackupError(`${name} exists already. Name a new file.`)
}

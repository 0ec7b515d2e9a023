/** Thrown for a backup that cannot be made, read or restored. The message says what to do. */
export class BackupError extends Error {}

/** Returns the error for a backup that would replace another. */
export function existsAlready(name: string): BackupError {
  return new BackupError(`${name} exists already. Name a new file.`)
}

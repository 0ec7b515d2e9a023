/** Thrown for a backup that cannot be made, read or restored. The message says what to do. */
export class BackupError extends Error {}

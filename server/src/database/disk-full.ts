/** The disk of this process or of PostgreSQL is full, or the account has used up its quota. */
const DISK_FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']

/** Returns whether work failed because a disk is full. */
export function isDiskFull(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && DISK_FULL.includes(error.code)
}

import { readText } from '../wire/read.ts'
import type { AuditEntry } from './entry.ts'

/**
 * Returns the entry that gave a record its status, or null if none of the entries did. The entries are those of
 * the record, newest first.
 */
export function statusChange<Entry extends Pick<AuditEntry, 'after'>>(
  entries: readonly Entry[],
  status: string,
): Entry | null {
  const newest = entries.find(({ after }) => Object.hasOwn(after, 'status'))
  return newest && readText(newest.after['status']) === status ? newest : null
}

import type { AuditEntry } from './entry.ts'

/** A line of the audit log (§2.18): an entry, or the latest of several that one line stands for. */
export interface AuditLine {
  entry: AuditEntry
  /** The earlier entries that the line stands for, newest first. */
  earlier: AuditEntry[]
}

/**
 * Returns entries, which are newest first, as lines. Sign-ins of one person become one line, and so do the documents of
 * one partner that a person opened, as long as that person did nothing else in between, apart from signing out.
 */
export function auditLines(entries: readonly AuditEntry[]): AuditLine[] {
  const lines: AuditLine[] = []
  // by person: the line that an older entry of theirs can join
  const open = new Map<string, AuditLine>()
  for (const entry of entries) {
    const joined = open.get(entry.by)
    if (joined && isRepeated(entry, joined.entry)) {
      joined.earlier.push(entry)
      continue
    }
    const line = { entry, earlier: [] }
    lines.push(line)
    if (isRepeated(entry, entry) && entry.by !== '') open.set(entry.by, line)
    else if (entry.kind !== 'signOut') open.delete(entry.by)
  }
  return lines
}

/** Returns whether an entry repeats a later one of the same person. */
function isRepeated(entry: AuditEntry, later: AuditEntry): boolean {
  if (entry.kind !== later.kind) return false
  if (entry.kind === 'signIn') return true
  return (
    entry.kind === 'open' &&
    entry.subjectId === later.subjectId &&
    entry.elevation === later.elevation
  )
}

import type { LocalDate } from '../time/days.ts'
import type { AuditEntry } from './entry.ts'

/** A line of the audit log: an entry, or the latest of repeated sign-ins of one person. */
export interface AuditLine {
  entry: AuditEntry
  /** The earlier sign-ins that the line stands for, newest first. */
  earlier: AuditEntry[]
}

/** The lines of one calendar day of the audit log. */
export interface AuditDay {
  /** `''` for entries without a time. */
  date: LocalDate
  lines: AuditLine[]
}

/**
 * Returns entries, which are newest first, by calendar day. Sign-ins of one person become one line as long as that
 * person did nothing else in between on that day, apart from signing out.
 */
export function auditDays(
  entries: readonly AuditEntry[],
  dayOf: (instant: number) => LocalDate,
): AuditDay[] {
  const days: AuditDay[] = []
  // by person: the line of their latest sign-ins, until an older entry of theirs is of another kind
  const signIns = new Map<string, AuditLine>()
  for (const entry of entries) {
    const date = entry.at === null ? '' : dayOf(entry.at)
    if (days.at(-1)?.date !== date) {
      days.push({ date, lines: [] })
      signIns.clear()
    }
    const repeated = entry.kind === 'signIn' ? signIns.get(entry.by) : undefined
    if (repeated) {
      repeated.earlier.push(entry)
      continue
    }
    const line = { entry, earlier: [] }
    days.at(-1)?.lines.push(line)
    if (entry.kind === 'signIn' && entry.by !== '') signIns.set(entry.by, line)
    else if (entry.kind !== 'signOut') signIns.delete(entry.by)
  }
  return days
}

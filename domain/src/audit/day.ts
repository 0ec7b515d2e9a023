import type { LocalDate } from '../time/days.ts'
import type { AuditEntry } from './entry.ts'
import { type AuditLine, auditLines } from './line.ts'

/** The lines of one calendar day of the audit log. */
export interface AuditDay {
  /** `''` for entries without a time. */
  date: LocalDate
  lines: AuditLine[]
}

/** Returns entries, which are newest first, as lines by calendar day. */
export function auditDays(
  entries: readonly AuditEntry[],
  dayOf: (instant: number) => LocalDate,
): AuditDay[] {
  const days: { date: LocalDate; entries: AuditEntry[] }[] = []
  for (const entry of entries) {
    const date = entry.at === null ? '' : dayOf(entry.at)
    if (days.at(-1)?.date !== date) days.push({ date, entries: [] })
    days.at(-1)?.entries.push(entry)
  }
  return days.map((day) => ({ date: day.date, lines: auditLines(day.entries) }))
}

import type { AuditEntry } from '@mandap/domain/audit/entry.ts'
import { paths } from '../navigation/paths.ts'

/** Returns the link to the screen that shows an audit entry's record, or null if no screen shows it (any more). */
export function subjectScreen({ kind, subject, subjectId }: AuditEntry): string | null {
  if (kind === 'delete' || kind === 'purge' || subjectId === '') return null
  if (subject === 'partner') return paths.kycHub(subjectId)
  return subject === 'booking' ? paths.bookingDetailsCard(subjectId) : null
}

import type { AuditEntry } from '@mandap/domain/audit/entry.ts'
import type { To } from 'react-router'
import { paths } from '../navigation/paths.ts'

/** Returns the link to an audit entry's record, or null if no screen shows it (any more). */
export function subjectScreen({ kind, subject, subjectId }: AuditEntry): To | null {
  if (kind === 'delete' || kind === 'purge' || subjectId === '') return null
  if (subject === 'partner') return paths.kycHub(subjectId)
  if (subject !== 'booking') return null
  return {
    pathname: paths.bookingDetailsCard(),
    search: String(new URLSearchParams({ id: subjectId })),
  }
}

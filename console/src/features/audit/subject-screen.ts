import type { AuditEntry } from '@mandap/domain/audit/entry.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import type { To } from 'react-router'
import { paths } from '../navigation/paths.ts'
import { searchOf } from '../booking/filter-url.ts'

/** Returns the link to the screen that shows an audit entry's record, or null if no screen shows it (any more). */
export function subjectScreen({ kind, subject, subjectId, subjectName }: AuditEntry): To | null {
  if (kind === 'delete' || kind === 'purge' || subjectId === '') return null
  if (subject === 'partner') return paths.kycHub(subjectId)
  const numberId = bookingNumber(subjectName)
  return subject === 'booking' && numberId !== ''
    ? { pathname: paths.bookingDetails(), search: searchOf({ tab: 'booked', numberId }) }
    : null
}

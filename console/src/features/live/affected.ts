import type { ChangeEvent } from '@mandap/contract/live.ts'
import type { AuditSubject } from '@mandap/domain/audit/kind.ts'
import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import { READING_KINDS } from '@mandap/domain/audit/reading.ts'
import type { QueryKey } from '@tanstack/preact-query'
import { listedIn, type Noun, recordIdIn } from '../client/query-keys.ts'

export type LiveChange = Pick<ChangeEvent, 'kind' | 'subject' | 'subjectId'>

/** The nouns of queries whose answers contain a subject, or count it. */
const NOUNS: Readonly<Record<AuditSubject, readonly Noun[]>> = {
  booking: ['bookings', 'users', 'summary', 'search'],
  partner: ['partners', 'summary', 'search'],
  user: ['users', 'summary', 'search'],
  tempPartner: ['partners'],
  administrator: ['administrators', 'account'],
  list: [],
  server: [],
}

/** Returns whether the answer to a query may be another one after the change. */
export function isAffected(queryKey: QueryKey, change: LiveChange): boolean {
  const [noun] = queryKey
  // the event does not say whether the person is this one
  if (noun === 'role') return change.kind === 'changeRole'
  if (noun === 'activity') {
    const log = listedIn(queryKey)
    return log === null || isInLog(log.listing as AuditListing, change)
  }
  // an import stores records without an entry of their own
  if (change.kind === 'import') return true
  if (READING_KINDS.includes(change.kind)) return false
  if (!NOUNS[change.subject]?.includes(noun)) return false
  const id = recordIdIn(queryKey)
  return id === null || id === change.subjectId
}

function isInLog({ subject }: AuditListing, change: LiveChange): boolean {
  if (subject === undefined) return true
  if (subject.kind !== change.subject) return false
  return subject.id === undefined || subject.id === change.subjectId
}

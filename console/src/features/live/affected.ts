import type { ChangeEvent } from '@mandap/contract/live.ts'
import type { AuditSubject } from '@mandap/domain/audit/kind.ts'
import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import { READING_KINDS } from '@mandap/domain/audit/reading.ts'
import type { QueryKey } from '@tanstack/preact-query'
import { OWN_ROLE_KEY } from '../client/query-client.ts'

export type LiveChange = Pick<ChangeEvent, 'kind' | 'subject' | 'subjectId'>

/** The first parts of the keys of queries whose answers contain a subject, or count it. */
const NOUNS: Readonly<Record<AuditSubject, readonly string[]>> = {
  booking: ['bookings', 'users', 'summary', 'search'],
  partner: ['partners', 'summary', 'search'],
  user: ['users', 'summary', 'search'],
  tempPartner: ['partners'],
  administrator: ['administrators', 'account'],
  list: [],
  server: [],
}

/** The second parts of the keys of queries of one record, whose id is the third. */
const OF_ONE: readonly unknown[] = ['one', 'planner']

/** Returns whether the answer to a query may be another one after the change. */
export function isAffected(queryKey: QueryKey, change: LiveChange): boolean {
  const [noun, what, of] = queryKey
  // the event does not say whether the person is this one
  if (noun === OWN_ROLE_KEY[0]) return change.kind === 'changeRole'
  if (noun === 'activity') return what !== 'listed' || isInLog(of as AuditListing, change)
  // an import stores records without an entry of their own
  if (change.kind === 'import') return true
  if (READING_KINDS.includes(change.kind)) return false
  if (typeof noun !== 'string' || !NOUNS[change.subject]?.includes(noun)) return false
  return !OF_ONE.includes(what) || of === change.subjectId
}

function isInLog({ subject }: AuditListing, change: LiveChange): boolean {
  if (subject === undefined) return true
  if (subject.kind !== change.subject) return false
  return subject.id === undefined || subject.id === change.subjectId
}

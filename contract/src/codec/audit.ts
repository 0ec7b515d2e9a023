import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import { clean } from '@mandap/domain/text/text.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import type { AuditQuery } from '../audit.ts'
import type { Query } from './query.ts'
import { QueryError } from './query-error.ts'

type ListingQuery = Query<Omit<AuditQuery, 'limit' | 'after' | 'skip'>>

/** Returns the parameters of `GET /activity` that narrow the audit log. */
export function encodeAuditListing(listing: AuditListing): ListingQuery {
  const { subject, person, kind, from, to, search } = listing
  return {
    subject: subject?.kind,
    subjectId: subject?.id,
    person: clean(person ?? '') || undefined,
    kind,
    from: from === undefined ? undefined : new Date(from).toISOString(),
    to: to === undefined ? undefined : new Date(to).toISOString(),
    search: clean(search ?? '') || undefined,
  }
}

/** Reads what narrows the audit log. Throws a `QueryError` that names what is wrong with the query. */
export function decodeAuditListing(query: ListingQuery): AuditListing {
  const { subject, subjectId, person, kind, search } = query
  if (subjectId !== undefined && subject === undefined)
    throw new QueryError('subject', 'subjectId needs a subject.')
  return {
    subject: subject && { kind: subject, id: subjectId },
    person,
    kind,
    from: instantOf('from', query.from),
    to: instantOf('to', query.to),
    search,
  }
}

function instantOf(name: 'from' | 'to', text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = readInstant(text)
  if (at === null)
    throw new QueryError(name, `${name} must be a date-time, such as 2026-11-21T18:30:00Z.`)
  return at
}

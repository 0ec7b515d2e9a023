import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import { readInstant } from '@mandap/domain/wire/read.ts'
import type { AuditListingQuery } from './audit.ts'
import { QueryError } from './query-error.ts'

/** Reads the filters of the audit log. Throws a `QueryError` that names what is wrong with the query. */
export function decodeAuditListing(query: AuditListingQuery): AuditListing {
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

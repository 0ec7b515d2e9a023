import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import { clean } from '@mandap/domain/text/text.ts'
import type { AuditQuery } from '../audit.ts'
import type { PageRequest } from './page.ts'
import type { Query } from './query.ts'

/** The parameters of `GET /activity` for the filters of the audit log. */
export type AuditListingQuery = Query<Omit<AuditQuery, keyof PageRequest>>

/** Returns the parameters of `GET /activity` for the filters of the audit log. */
export function encodeAuditListing(listing: AuditListing): AuditListingQuery {
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

import { clean } from '@mandap/domain/text/text.ts'
import type { AuditFilter } from '../host.ts'

/** What of GET /activity narrows the trail. */
export function auditQuery(filter: AuditFilter): Record<string, string | undefined> {
  const { subject, person, kind, span, search } = filter
  return {
    subject: subject?.kind,
    subjectId: subject?.id,
    person: clean(person ?? '') || undefined,
    kind,
    from: span && new Date(span.start).toISOString(),
    to: span && new Date(span.end).toISOString(),
    search: clean(search ?? '') || undefined,
  }
}

import type { ActivityFilter } from '../host.ts'

/** What of GET /activity narrows the trail. */
export function activityQuery(filter: ActivityFilter): Record<string, string | undefined> {
  const { subject, person, kind, span, search } = filter
  return {
    subject: subject?.kind,
    subjectId: subject?.id,
    person,
    kind,
    from: span && new Date(span.start).toISOString(),
    to: span && new Date(span.end).toISOString(),
    search: search?.trim() || undefined,
  }
}

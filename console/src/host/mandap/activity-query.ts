import { clean } from '@mandap/domain/rule/text.ts'
import type { ActivityFilter } from '../host.ts'

/** What of GET /activity narrows the trail. */
export function activityQuery(filter: ActivityFilter): Record<string, string | undefined> {
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

import { AUDIT_KINDS, type AuditKind } from '@mandap/domain/audit/kind.ts'
import { daysFrom, isLocalDate } from '@mandap/domain/time/days.ts'
import type { AuditListing } from '@mandap/domain/audit/listing.ts'
import { keyIn } from '../../features/list/key-in.ts'

/** The filters of the screen, as in the URL; '' if a filter is off. */
export interface ActivityView {
  person: string
  kind: AuditKind | ''
  /** The administrator's calendar day as `YYYY-MM-DD`. */
  day: string
  search: string
}

/** Returns the filters in the query string of a URL. Ignores unknown values. */
export function activityViewFrom(search: URLSearchParams): ActivityView {
  const day = search.get('day') ?? ''
  return {
    person: search.get('person') ?? '',
    kind: keyIn(AUDIT_KINDS, search.get('kind')) ?? '',
    day: isLocalDate(day) ? day : '',
    search: search.get('search') ?? '',
  }
}

/** Returns the query string of the filters, such as `?kind=decide&day=2026-11-21`. */
export function searchOfActivityView(view: ActivityView): string {
  const search = new URLSearchParams(Object.entries(view).filter(([, value]) => value !== ''))
  return search.size === 0 ? '' : `?${search}`
}

/** Returns the list of a view. */
export function listingOfActivityView(
  { person, kind, day, search }: ActivityView,
  zone: string,
): AuditListing {
  const span = day === '' ? undefined : daysFrom(day, 1, zone)
  return {
    person: person || undefined,
    kind: kind || undefined,
    from: span?.start,
    to: span?.end,
    search: search.trim() || undefined,
  }
}

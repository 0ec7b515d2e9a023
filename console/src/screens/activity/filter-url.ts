import { AUDIT_KINDS, type AuditKind } from '@mandap/domain/audit/kind.ts'
import { daysFrom, isLocalDate } from '@mandap/domain/time/days.ts'
import type { AuditListing } from '@mandap/domain/audit/listing.ts'

/** The filters of the screen, as the address holds them; '' where one is off. */
export interface ActivityView {
  person: string
  kind: AuditKind | ''
  /** `YYYY-MM-DD`, the operator's own calendar day. */
  day: string
  search: string
}

/** The filters that an address holds. What it does not know is left out. */
export function viewFrom(search: URLSearchParams): ActivityView {
  const kind = search.get('kind') ?? ''
  const day = search.get('day') ?? ''
  return {
    person: search.get('person') ?? '',
    kind: Object.hasOwn(AUDIT_KINDS, kind) ? (kind as AuditKind) : '',
    day: isLocalDate(day) ? day : '',
    search: search.get('search') ?? '',
  }
}

/** The address of the filters, `?kind=decide&day=2026-11-21`. */
export function searchOf(view: ActivityView): string {
  const search = new URLSearchParams(Object.entries(view).filter(([, value]) => value !== ''))
  return search.size === 0 ? '' : `?${search}`
}

/** What the host is asked for. */
export function filterOf({ person, kind, day, search }: ActivityView, zone: string): AuditListing {
  const span = day === '' ? undefined : daysFrom(day, 1, zone)
  return {
    person: person || undefined,
    kind: kind || undefined,
    from: span?.start,
    to: span?.end,
    search: search.trim() || undefined,
  }
}

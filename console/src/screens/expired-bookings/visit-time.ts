import { useState } from 'preact/compat'
import { useLocation, useNavigationType } from '../../router/Router.tsx'

/** The time of the visit for each entry of the browser's history. */
const visits = new Map<string, number>()

/**
 * Returns the time of this visit in epoch milliseconds, which decides which bookings have expired (§4.4).
 * Typing, scrolling and Back keep it, so that the list and its scroll position are unchanged. A new visit or a
 * reload has a new time.
 */
export function useVisitTime(): number {
  const { key } = useLocation()
  const isTyping = useNavigationType() === 'replace'
  const [visit, setVisit] = useState(() => ({ key, at: timeOf(key) }))
  if (visit.key === key) return visit.at
  const next = { key, at: timeOf(key, isTyping ? visit.at : undefined) }
  setVisit(next)
  return next.at
}

/** Returns the time of the visit of a history entry. Records `at` for a new entry. */
function timeOf(entry: string, at = Date.now()): number {
  const known = visits.get(entry) ?? at
  visits.set(entry, known)
  return known
}

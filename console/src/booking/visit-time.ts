import { useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** The instants of the visits that the browser's history can come back to, by entry. */
const visits = new Map<string, number>()

/**
 * The instant of this visit, in epoch milliseconds, by which expiry is judged (§4.4). It stays while
 * one types and scrolls, and is the same again when the browser comes back to the entry, so that the
 * list stands where it was left; another visit, or a reload, is a new instant.
 */
export function useVisitTime(): number {
  const { key } = useLocation()
  const isTyping = useNavigationType() === NavigationType.Replace
  const [visit, setVisit] = useState(() => ({ key, at: timeOf(key) }))
  if (visit.key === key) return visit.at
  const next = { key, at: timeOf(key, isTyping ? visit.at : undefined) }
  setVisit(next)
  return next.at
}

/** When an entry was visited; one that is new, at the given instant or now. */
function timeOf(entry: string, at = Date.now()): number {
  const known = visits.get(entry) ?? at
  visits.set(entry, known)
  return known
}

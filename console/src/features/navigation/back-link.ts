import { useLocation, useNavigate } from '../../router/Router.tsx'
import { parsePath } from '../../router/location.ts'
import { isObject, readNumber } from '@mandap/domain/wire/read.ts'

/** The navigation state of a screen that a list opened. */
export interface CameFrom {
  /** The path and search of the list. */
  from: string
  /** The number of history entries since the list, 1 by default. */
  depth?: number
}

export function cameFrom(state: unknown): string | null {
  const from = isObject(state) ? state['from'] : null
  return typeof from === 'string' ? from : null
}

/** The navigation state of a link on the screen with this path and search. */
export function fromHere(here: string): CameFrom {
  return { from: here }
}

/** Returns the list that opened a screen and the number of entries since, or null without one. */
export function openedBy(state: unknown): Required<CameFrom> | null {
  const from = cameFrom(state)
  if (from === null || !isObject(state)) return null
  return { from, depth: readNumber(state['depth']) ?? 1 }
}

/** Returns the navigation state of the next entry, whose back link leads to the same list. */
export function entryAfter(state: unknown, { replace }: { replace: boolean }): CameFrom | null {
  const opened = openedBy(state)
  return opened && { ...opened, depth: opened.depth + (replace ? 0 : 1) }
}

interface BackLink {
  to: string
  /** Names the screen at `to`. */
  label: string
}

/** The label of a link to any other screen. */
const BACK = 'Back'

/**
 * Returns the back link of a screen. It goes back in history to the list that opened the screen, or else to
 * `list`.
 */
export function useBackLink(list: BackLink) {
  return useStepsBack(list, openedBy(useLocation().state))
}

/** Returns the back link of a screen that is `depth` history entries after its list. */
export function useStepsBack(
  { to, label }: BackLink,
  came: { from: string; depth: number } | null,
) {
  const navigate = useNavigate()
  return {
    to: came?.from ?? to,
    label: came === null || isSameScreen(came.from, to) ? label : BACK,
    onClick(event: MouseEvent) {
      if (came === null || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      navigate(-came.depth)
    },
  }
}

function isSameScreen(one: string, other: string): boolean {
  return parsePath(one).pathname === parsePath(other).pathname
}

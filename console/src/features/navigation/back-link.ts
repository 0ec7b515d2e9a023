import { useLocation, useNavigate } from '../../router/Router.tsx'
import { isObject } from '@mandap/domain/wire/read.ts'

/** The navigation state that a list passes to the screen it opens: its own path and search. */
export interface CameFrom {
  from: string
}

export function cameFrom(state: unknown): string | null {
  const from = isObject(state) ? state['from'] : null
  return typeof from === 'string' ? from : null
}

/** The navigation state of a link on the screen with this path and search. */
export function fromHere(here: string): CameFrom {
  return { from: here }
}

interface BackLink {
  to: string
  label: string
}

/**
 * Returns the back link of a screen. It goes back in history to the list that opened the screen, or else to
 * `list`.
 */
export function useBackLink(list: BackLink) {
  const from = cameFrom(useLocation().state)
  return useStepsBack(list, from === null ? null : { from, depth: 1 })
}

/** Returns the back link of a screen that is `depth` history entries after its list. */
export function useStepsBack(
  { to, label }: BackLink,
  came: { from: string; depth: number } | null,
) {
  const navigate = useNavigate()
  return {
    to: came?.from ?? to,
    label,
    onClick(event: MouseEvent) {
      if (came === null || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      navigate(-came.depth)
    },
  }
}

import type { MouseEvent } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { isObject } from '@mandap/domain/wire/read.ts'

/** What a list hands to the screen it opens, in navigation state: its own path and search. */
export interface CameFrom {
  from: string
}

export function cameFrom(state: unknown): string | null {
  const from = isObject(state) ? state['from'] : null
  return typeof from === 'string' ? from : null
}

/** The navigation state of a link that opens a screen from here. */
export function useHere(): CameFrom {
  return { from: createPath(useLocation()) }
}

interface BackLink {
  to: string
  label: string
}

/** The back link of a screen: to the list that opened it, which stands as it was left; else to `list`. */
export function useBackLink(list: BackLink) {
  const from = cameFrom(useLocation().state)
  return useStepsBack(list, from === null ? null : { from, depth: 1 })
}

/** The same over several screens, where the list lies `depth` entries of the history before this one. */
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
      void navigate(-came.depth)
    },
  }
}

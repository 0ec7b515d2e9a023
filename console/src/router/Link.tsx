import type { AnchorHTMLAttributes, Ref, TargetedMouseEvent } from 'preact'
import { createPath, isSameAddress, resolvePath, type To } from './location.ts'
import { useHref, useNavigate, useShownLocation } from './Router.tsx'

/** The navigation state of the new entry, or a function that returns it for the path and search of this screen. */
export type LinkState = object | null | undefined | ((here: string) => object)

export interface LinkProps extends Omit<AnchorHTMLAttributes, 'href' | 'role' | 'className'> {
  to: To
  className?: string
  role?: 'tab'
  state?: LinkState
  /** Replaces the current entry. A link to the current address always does. */
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** A link inside the console. The browser follows it itself in a new tab or window. */
export function Link({ to, state, replace, onClick, target, children, ...attributes }: LinkProps) {
  const navigate = useNavigate()
  const shown = useShownLocation()
  const href = useHref(to)

  function follow(event: TargetedMouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isElsewhere =
      (target !== undefined && target !== '_self') ||
      event.button !== 0 ||
      event.metaKey ||
      event.altKey ||
      event.ctrlKey ||
      event.shiftKey
    if (event.defaultPrevented || isElsewhere) return
    event.preventDefault()
    const { pathname } = shown()
    const here = createPath(shown())
    const isHere = isSameAddress(resolvePath(to, pathname), shown())
    navigate(to, {
      replace: replace ?? isHere,
      state: typeof state === 'function' ? (state(here) as object) : state,
    })
  }

  return (
    <a {...attributes} target={target} href={href} onClick={follow}>
      {children}
    </a>
  )
}

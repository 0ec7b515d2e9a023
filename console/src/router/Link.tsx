import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { createPath, resolvePath, type To } from './location.ts'
import { useHref, useLocation, useNavigate } from './Router.tsx'

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To
  /** The navigation state of the new entry. */
  state?: unknown
  /** Replaces the present entry. A link to the present address always does. */
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** A link inside the console. The browser follows it itself in a new tab or window. */
export function Link({ to, state, replace, onClick, target, children, ...attributes }: LinkProps) {
  const navigate = useNavigate()
  const location = useLocation()
  const href = useHref(to)

  function follow(event: MouseEvent<HTMLAnchorElement>) {
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
    const isHere = createPath(resolvePath(to, location.pathname)) === createPath(location)
    navigate(to, { replace: replace ?? isHere, state })
  }

  return (
    <a {...attributes} target={target} href={href} onClick={follow}>
      {children}
    </a>
  )
}

import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  createPath,
  currentLocation,
  hrefOf,
  type Location,
  newEntry,
  type To,
  resolvePath,
} from './location.ts'

/** How the present entry was reached: by Back, Forward or the first load, as a new entry, or in place of the last. */
export type NavigationType = 'pop' | 'push' | 'replace'

interface Rendered {
  location: Location
  type: NavigationType
}

interface Navigation {
  base: string
  /** Renders the browser's present entry. */
  render: (type: NavigationType) => void
}

const RenderedContext = createContext<Rendered | null>(null)
const NavigationContext = createContext<Navigation | null>(null)

/** Renders its children at the browser's present entry. `base` is the folder of the console, as in `/demo/`. */
export function Router({ base = '/', children }: { base?: string; children: ReactNode }) {
  const [rendered, setRendered] = useState<Rendered>(() => ({
    location: currentLocation(base),
    type: 'pop',
  }))
  const navigation = useMemo<Navigation>(
    () => ({
      base,
      // in a transition, the old screen stays usable while the new one renders
      render: (type) =>
        startTransition(() => setRendered({ location: currentLocation(base), type })),
    }),
    [base],
  )
  const first = useRef(rendered.location)
  useLayoutEffect(() => {
    const pop = () => navigation.render('pop')
    // the browser may have navigated during the first render
    if (!isSameEntry(first.current, currentLocation(base))) pop()
    window.addEventListener('popstate', pop)
    return () => window.removeEventListener('popstate', pop)
  }, [base, navigation])
  return (
    <NavigationContext value={navigation}>
      <RenderedContext value={rendered}>{children}</RenderedContext>
    </NavigationContext>
  )
}

function isSameEntry(one: Location, other: Location): boolean {
  return one.key === other.key && createPath(one) === createPath(other)
}

function inRouter<Value>(value: Value | null): Value {
  if (value === null) throw new Error('This component is outside of the router.')
  return value
}

export function useLocation(): Location {
  return inRouter(use(RenderedContext)).location
}

export function useNavigationType(): NavigationType {
  return inRouter(use(RenderedContext)).type
}

/** Returns the address of a target, for an `href`. */
export function useHref(to: To): string {
  const { base } = inRouter(use(NavigationContext))
  return hrefOf(resolvePath(to, useLocation().pathname), base)
}

interface Options {
  /** Replaces the present entry instead of adding one. */
  replace?: boolean
  /** The navigation state of the new entry. */
  state?: unknown
}

interface Navigate {
  (to: To, options?: Options): void
  /** Goes back or forward by a number of entries. */
  (delta: number): void
}

export function useNavigate(): Navigate {
  const { base, render } = inRouter(use(NavigationContext))
  const { pathname } = useLocation()
  return useCallback(
    (to: To | number, { replace = false, state }: Options = {}) => {
      if (typeof to === 'number') return window.history.go(to)
      const href = hrefOf(resolvePath(to, pathname), base)
      if (replace) window.history.replaceState(newEntry(state), '', href)
      else window.history.pushState(newEntry(state), '', href)
      render(replace ? 'replace' : 'push')
    },
    [base, render, pathname],
  )
}

/** Replaces the present entry when it is rendered. */
export function Redirect({ to, state }: { to: To; state: unknown }) {
  const navigate = useNavigate()
  const target = typeof to === 'string' ? to : createPath(to)
  useEffect(() => {
    navigate(target, { replace: true, state })
    // a new state alone is no reason to navigate
    // eslint-disable-next-line react/exhaustive-deps
  }, [navigate, target])
  return null
}

import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/compat'
import {
  createPath,
  currentLocation,
  hasPathname,
  hrefOf,
  type Location,
  newEntry,
  type To,
  resolvePath,
} from './location.ts'

/** How the current entry was reached: by Back, Forward or the first load, as a new entry, or in place of the last. */
export type NavigationType = 'pop' | 'push' | 'replace'

interface Rendered {
  location: Location
  type: NavigationType
}

interface Navigation {
  base: string
  /** Returns the entry of the screen that is shown. */
  shown: () => Location
  /** Renders the browser's current entry. */
  render: (type: NavigationType) => void
}

const RenderedContext = createContext<Rendered | null>(null)
const NavigationContext = createContext<Navigation | null>(null)

/** Renders its children at the browser's current entry. `base` is the folder of the console, as in `/demo/`. */
export function Router({ base = '/', children }: { base?: string; children: ReactNode }) {
  const [rendered, setRendered] = useState<Rendered>(() => ({
    location: currentLocation(base),
    type: 'pop',
  }))
  const shown = useRef(rendered.location)
  const navigation = useMemo<Navigation>(
    () => ({
      base,
      shown: () => shown.current,
      render: (type) => setRendered({ location: currentLocation(base), type }),
    }),
    [base],
  )
  useLayoutEffect(() => {
    shown.current = rendered.location
  }, [rendered])
  useLayoutEffect(() => {
    const pop = () => navigation.render('pop')
    // the browser may have navigated during the first render
    if (!isSameEntry(shown.current, currentLocation(base))) pop()
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

/** Returns a function that returns the entry of this screen. Unlike `useLocation`, it never renders a component again. */
export function useShownLocation(): () => Location {
  return inRouter(use(NavigationContext)).shown
}

/** Returns the address of a target, for an `href`. */
export function useHref(to: To): string {
  const { base } = inRouter(use(NavigationContext))
  // most targets have a pathname, and do not render again when the location changes
  const pathname = hasPathname(to) ? '' : inRouter(use(RenderedContext)).location.pathname
  return hrefOf(resolvePath(to, pathname), base)
}

interface Options {
  /** Replaces the current entry instead of adding one. */
  replace?: boolean
  /** The navigation state of the new entry. */
  state?: object | null | undefined
}

interface Navigate {
  (to: To, options?: Options): void
  /** Goes back or forward by a number of entries. */
  (delta: number): void
}

export function useNavigate(): Navigate {
  const { base, shown, render } = inRouter(use(NavigationContext))
  return useCallback(
    (to: To | number, { replace = false, state }: Options = {}) => {
      if (typeof to === 'number') return window.history.go(to)
      const href = hrefOf(resolvePath(to, shown().pathname), base)
      if (replace) window.history.replaceState(newEntry(state), '', href)
      else window.history.pushState(newEntry(state), '', href)
      render(replace ? 'replace' : 'push')
    },
    [base, shown, render],
  )
}

/** Replaces the current entry when it is rendered. */
export function Redirect({ to, state }: { to: To; state: object | null | undefined }) {
  const navigate = useNavigate()
  const target = typeof to === 'string' ? to : createPath(to)
  useEffect(() => {
    navigate(target, { replace: true, state })
    // a new state alone is no reason to navigate
    // eslint-disable-next-line react/exhaustive-deps
  }, [navigate, target])
  return null
}

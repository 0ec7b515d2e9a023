import type { Client } from '@mandap/client/client.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/preact-query'
import {
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'preact/compat'
import { useHref, useLocation, useNavigationType } from '../router/Router.tsx'
import { config } from '../features/client/config.ts'
import { openClient } from '../features/client/open-client.ts'
import { type Opening, type Prefetch, prefetched } from '../features/client/prefetch.ts'
import { ClientContext } from '../features/client/client-context.ts'
import { closeStorage, openStorage } from './open-storage.ts'
import { createQueryClient, followLists } from '../features/client/query-client.ts'
import { openedBookingId } from '../features/booking/passed-booking.ts'
import { ROUTES } from '../features/navigation/paths.ts'
import { useLogout } from '../features/navigation/use-logout.ts'
import { LiveRoot } from '../features/live/LiveRoot.tsx'
import { PaletteRoot } from '../features/palette/PaletteRoot.tsx'
import { session } from '../features/session/current.ts'
import { ElevationRoot } from '../features/super-admin/ElevationRoot.tsx'
import { IdleWarning } from '../features/session/IdleWarning.tsx'
import { ToastRegion } from '../ui/Toast.tsx'
import './adopted-styles.ts'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { findShellContent, ShellContent } from './ShellContent.tsx'
import { ScreenSkeleton } from './skeletons.tsx'
import { TopBar } from './TopBar.tsx'
import { showUnhandledRejections } from './unhandled-rejections.ts'

/** The client of this page: its lists outlive the layout. */
let opened: Client | undefined

/** The query client of the first layout, into which the data of the first screen is fetched. */
let firstQueryClient: QueryClient | undefined

/** Resolves when the first screen need not wait for its data any more. */
let firstData: Promise<void> | undefined

/** What the shell of this page shows, until the first layout is rendered. */
let shellContent: readonly Element[] | null = null

/** Opens the client of this page. The layout renders only after that. */
export async function openPage(): Promise<void> {
  shellContent = findShellContent()
  opened ??= await openClient(config(), {
    person: session.person,
    token: session.freshToken,
    renew: session.renew,
    onUnauthorised: () => session.signOut('expired'),
    onNoAccess: (reason) => session.signOut('noAccess', reason),
  })
  openStorage(opened)
}

/** Starts to fetch the data of the first screen, which renders after that. */
export function prefetchFirst(prefetch: Prefetch, params: Opening['params']): void {
  if (!opened) return
  firstQueryClient = createQueryClient(config())
  const { search } = window.location
  firstData = prefetched(prefetch, {
    client: opened,
    queryClient: firstQueryClient,
    params,
    search,
  })
}

/**
 * Renders the top bar and the screen. Cached answers live as long as the layout is mounted, so a sign-out
 * discards them.
 */
export function Layout({ children }: { children: ReactNode }) {
  if (!opened) throw new Error('The layout was rendered before its client was opened.')
  return <OpenLayout client={opened}>{children}</OpenLayout>
}

function OpenLayout({ client, children }: { client: Client; children: ReactNode }) {
  const [queryClient] = useState(newQueryClient)
  useEffect(() => followLists(client, queryClient), [client, queryClient])
  useEffect(() => () => client.refresh(), [client])
  useEffect(showUnhandledRejections, [])
  useEffect(() => closeStorage, [])
  const logout = useLogout()
  const location = useLocation()
  const { pathname } = location
  // with its path, because the demonstration's page has a base
  const skipTo = useHref({ ...location, hash: '#main' })
  const [first] = useState(pathname)
  // all bookings have one path
  const bookingId = pathname === ROUTES.bookingDetailsCard ? openedBookingId(location) : ''
  const screen = `${pathname} ${bookingId}`
  const main = useFocusOnNavigation(screen)
  // the first screen renders in a task of its own, so that a slow phone answers an input in between
  const [shell, setShell] = useState(shellContent)
  const endShell = useCallback(() => {
    shellContent = null
    setShell(null)
  }, [])
  return (
    <ClientContext value={client}>
      <QueryClientProvider client={queryClient}>
        <a
          href={skipTo}
          onClick={(event: MouseEvent) => {
            // following it would drop a search, which is behind the #
            event.preventDefault()
            main.current?.focus()
          }}
          className="sr-only focus:not-sr-only focus:fixed! focus:top-2 focus:left-2 focus:z-50 focus:rounded-sm focus:bg-raised focus:px-3 focus:py-2 focus:font-medium focus:shadow-menu"
        >
          Skip to content
        </a>
        <AboveScreen />
        {/* a list of cards, marked data-wide, uses the whole width of the window */}
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full max-w-[90rem] has-data-wide:max-w-none px-4 pt-5 pb-16 sm:px-6 lg:px-8"
        >
          {shell ? (
            <ShellContent content={shell} until={firstData} onEnd={endShell} />
          ) : (
            <ScreenBoundary key={screen}>
              <Suspense fallback={<ScreenSkeleton late={pathname !== first} />}>
                {children}
              </Suspense>
            </ScreenBoundary>
          )}
        </main>
        <IdleWarning onLogout={logout} />
        <BelowScreen />
      </QueryClientProvider>
    </ClientContext>
  )
}

// These do not depend on the address, so a navigation does not render them again.

const AboveScreen = memo(function AboveScreen() {
  return (
    <>
      <TopBar />
      <ConnectionNotice />
      <ElevationRoot />
      <PaletteRoot />
    </>
  )
})

const BelowScreen = memo(function BelowScreen() {
  return (
    <>
      <ToastRegion />
      <LiveRoot />
    </>
  )
})

function newQueryClient(): QueryClient {
  const created = firstQueryClient ?? createQueryClient(config())
  // a layout of another session has other data
  firstQueryClient = undefined
  return created
}

/** Scrolls a new screen to its top and focuses it. After Back, the browser restores the scroll position. */
function useFocusOnNavigation(screen: string) {
  const main = useRef<HTMLElement>(null)
  const seen = useRef('')
  const kind = useNavigationType()
  useEffect(() => {
    // the first screen is new after a sign-in, whose form had the focus, and not after a load of the page
    const isNew = seen.current === '' ? kind === 'replace' : seen.current !== screen
    seen.current = screen
    if (!isNew) return
    if (kind !== 'pop') window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [screen, kind])
  return main
}

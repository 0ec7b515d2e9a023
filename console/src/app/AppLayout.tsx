import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, use, useEffect, useRef, useState } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { config } from './config.ts'
import { openClient } from './open-client.ts'
import { ClientContext } from './client-context.ts'
import { createQueryClient, followLists } from './query-client.ts'
import { PaletteRoot } from '../palette/PaletteRoot.tsx'
import { session } from '../session/current.ts'
import { ElevationRoot } from '../session/ElevationRoot.tsx'
import { IdleMonitor } from '../session/IdleMonitor.tsx'
import { ToastRegion } from '../ui/Toast.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ScreenSkeleton } from './skeletons.tsx'
import { TopBar } from './TopBar.tsx'
import { tellUnexpected } from './unexpected.ts'

const opening = openClient(config(), {
  token: session.freshToken,
  renew: session.renew,
  onUnauthorised: () => session.signOut('expired'),
})

/** Top bar and screen. Answers are kept as long as the layout is mounted: not beyond a sign-out. */
export default function AppLayout() {
  const client = use(opening)
  const [queryClient] = useState(() => createQueryClient(config()))
  useEffect(() => followLists(client, queryClient), [client, queryClient])
  useEffect(() => () => client.refresh(), [client])
  useEffect(tellUnexpected, [])
  const { pathname } = useLocation()
  const [opened] = useState(pathname)
  const main = useFocusOnNavigation(pathname)
  return (
    <ClientContext value={client}>
      <QueryClientProvider client={queryClient}>
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed! focus:top-2 focus:left-2 focus:z-50 focus:rounded-sm focus:bg-raised focus:px-3 focus:py-2 focus:font-medium focus:shadow-menu"
        >
          Skip to content
        </a>
        <TopBar />
        <OfflineNotice />
        <ElevationRoot />
        <PaletteRoot />
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full max-w-[90rem] px-4 pt-5 pb-16 sm:px-6 lg:px-8"
        >
          <ScreenBoundary key={pathname}>
            <Suspense fallback={<ScreenSkeleton late={pathname !== opened} />}>
              <Outlet />
            </Suspense>
          </ScreenBoundary>
        </main>
        <ToastRegion />
        <IdleMonitor />
      </QueryClientProvider>
    </ClientContext>
  )
}

/** A new screen starts at its top with the focus on it; going back leaves the place to the browser. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const seen = useRef(pathname)
  const kind = useNavigationType()
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (kind !== NavigationType.Pop) window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname, kind])
  return main
}

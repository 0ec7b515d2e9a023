import { Skeleton, Spinner } from '../ui/loading.tsx'
import { LoginLayout } from '../ui/LoginLayout.tsx'
import { Logo } from '../ui/Logo.tsx'

/** The layout while its code loads. It looks like the shell in index.html. */
export function AppLayoutSkeleton() {
  return (
    <>
      <div className="flex h-14 items-center justify-center border-b border-line bg-surface">
        <span
          aria-hidden="true"
          className="flex items-center gap-2.5 text-lg font-semibold tracking-tight"
        >
          <Logo />
          Admin
        </span>
      </div>
      <div className="mx-auto max-w-[90rem] px-4 pt-5 sm:px-6 lg:px-8">
        <ScreenSkeleton />
      </div>
    </>
  )
}

/** A screen before sign-in while its code loads. */
export function LoginLayoutSkeleton() {
  return (
    <LoginLayout>
      <Spinner label="Loading" className="size-6" />
    </LoginLayout>
  )
}

/** A screen while its code loads. `late` shows it after a short delay, because most screens load faster. */
export function ScreenSkeleton({ late = false }: { late?: boolean }) {
  return (
    <output className={`block ${late ? 'animate-appear-late' : ''}`}>
      <span className="sr-only">Loading</span>
      <Skeleton className="mb-6 h-8 w-56" />
      <Skeleton className="mb-3 h-28 w-full rounded-lg" />
      <Skeleton className="h-28 w-full rounded-lg" />
    </output>
  )
}

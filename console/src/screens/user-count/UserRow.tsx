import { isolated } from '@mandap/domain/text/text.ts'
import type { User } from '@mandap/domain/user/user.ts'
import { memo, useId, useRef } from 'preact/compat'
import { useLocation, useNavigate, useShownLocation } from '../../router/Router.tsx'
import { ErasedNotice } from '../../features/record/ErasedNotice.tsx'
import { PersonMenu } from '../../features/person/PersonMenu.tsx'
import { personOfUser } from '../../features/person/subject.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { useIntent } from '../../ui/use-intent.ts'
import { usePrefetchBookings } from './bookings-of-tab.ts'
import { UserBookings } from './UserBookings.tsx'
import {
  searchOfUserCountView,
  type UserCountView,
  userCountViewFrom,
} from './user-count-view-url.ts'
import { NO_TEXT } from '../../ui/no-text.ts'

/** Height of a collapsed row in rem. */
export const USER_ROW = 3.75

/** Renders a user. The row expands to the tabs of their bookings (§2.11). */
export function UserRow({ item: user }: { item: User }) {
  const view = userCountViewFrom(new URLSearchParams(useLocation().search))
  const isOpen = user.id !== '' && view.user === user.id
  const isFound = user.id !== '' && view.found === user.id
  return <Row user={user} expanded={isOpen ? view : null} isFound={isFound} />
}

/** Does not render again when another row is expanded or the list is filtered. */
const Row = memo(function Row({
  user,
  expanded,
  isFound,
}: {
  user: User
  /** The view of an expanded row. */
  expanded: UserCountView | null
  isFound: boolean
}) {
  const navigate = useNavigate()
  const shown = useShownLocation()
  const panel = useId()
  const row = useRef<HTMLDivElement>(null)
  const open = expanded !== null
  const intent = useIntent(usePrefetchBookings(user.id))
  const height = `calc(${USER_ROW}rem - 1px)`
  // an expanded row shows the whole texts
  const fit = open ? 'wrap-anywhere' : 'truncate'
  const contact = [user.phone, user.email]
    .filter((text) => text !== '')
    .map(isolated)
    .join(' · ')

  function toggle() {
    const view = userCountViewFrom(new URLSearchParams(shown().search))
    const next = searchOfUserCountView({ ...view, user: open ? '' : user.id, group: null })
    navigate({ search: next }, { replace: true })
    // after the tabs are rendered, scrolls as much of them into view as the box can show
    if (!open) requestAnimationFrame(() => row.current?.scrollIntoView({ block: 'nearest' }))
  }

  return (
    <div
      ref={row}
      data-found={isFound || undefined}
      className={`scroll-mt-16 border-b border-line ${isFound ? 'border-l-4 border-l-accent bg-accent-soft' : ''}`}
    >
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={toggle}
          {...intent}
          style={open ? { minHeight: height } : { height }}
          className="flex w-full items-center gap-3 px-4 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
        >
          <Icon
            name="chevronRight"
            className={`size-4 shrink-0 text-ink-faint transition-transform ${open ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0 grow">
            <bdi className={`block ${fit} font-medium`}>{user.name || NO_TEXT}</bdi>{' '}
            <bdi className={`block ${fit} text-sm text-ink-muted`}>{contact || NO_TEXT}</bdi>
          </span>
          {isFound && <span className="shrink-0 text-sm font-medium text-accent-text">Found</span>}
        </button>
      </h2>
      {expanded && (
        <div id={panel} className="border-t border-line bg-sunken px-4 pt-2 pb-4 sm:pl-11">
          {user.erasedAt === null ? (
            <div className="flex justify-end empty:hidden">
              <PersonMenu person={personOfUser(user)} size="small" />
            </div>
          ) : (
            <div className="mb-2">
              <ErasedNotice at={user.erasedAt} />
            </div>
          )}
          <UserBookings user={user} view={expanded} />
        </div>
      )}
    </div>
  )
})

/** Renders the row of a user who is loading. */
export function UserRowSkeleton() {
  return (
    <div
      style={{ height: `${USER_ROW}rem` }}
      className="flex flex-col justify-center gap-2 border-b border-line pr-4 pl-11"
    >
      <Skeleton className="h-3.5 w-40" />
      <Skeleton className="h-3 w-56" />
    </div>
  )
}

import { isNotFound } from '@mandap/client/api-error.ts'
import { BOOKING_GROUPS, type BookingGroup } from '@mandap/domain/booking/group.ts'
import { countText } from '@mandap/domain/text/counted.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import type { User } from '@mandap/domain/user/user.ts'
import { useQuery } from '@tanstack/preact-query'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'preact/compat'
import { useNavigate } from '../../router/Router.tsx'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { exportedTotal, type PagedList, usePagedList } from '../../features/list/paged-list.ts'
import { totalText } from '../../features/list/total-text.ts'
import { useClient } from '../../features/client/client-context.ts'
import { userById, usersPageQuery } from '../../features/user/queries.ts'
import { PAGE_SIZE } from '../../features/list/page-start.ts'
import { plainSearch } from '../../features/list/plain-search.ts'
import { LIST_NOUNS } from '../../features/summary/list-nouns.ts'
import { AddressSearch } from '../../ui/AddressSearch.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { VirtualList } from '../../ui/VirtualList.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { FailureBar, FailureLine, NoItems } from '../../ui/states.tsx'
import { USER_ROW, UserRow, UserRowSkeleton } from './UserRow.tsx'
import { searchOfUserCountView, type UserCountView } from './user-count-view-url.ts'

const SKELETON = <UserRowSkeleton />

const NOUNS = LIST_NOUNS.users

const HAS: readonly { value: BookingGroup | ''; label: string }[] = [
  { value: '', label: 'All customers' },
  ...(Object.keys(BOOKING_GROUPS) as BookingGroup[]).map((group) => ({
    value: group,
    label: `With ${BOOKING_GROUPS[group].label.toLowerCase()} bookings`,
  })),
]

/** Renders the filters and the list of users, which has a limited height (§2.11). */
export function Users({ view, today }: { view: UserCountView; today: Today }) {
  const client = useClient()
  const navigate = useNavigate()
  const search = plainSearch(view.search)
  const { has } = view
  const listing = useMemo<UserListing>(
    () => ({ search, has: has === '' ? undefined : { group: has, today } }),
    [search, has, today],
  )
  const users = usePagedList(
    useCallback((page: number) => usersPageQuery(client, listing, page), [client, listing]),
  )
  // the previous list stays until this one has arrived
  const [shown, setShown] = useState(listing)
  if (!users.stale && shown !== listing) setShown(listing)
  // a changed filter collapses the expanded user and shows no one as found
  const filtered = (filters: Partial<UserCountView>, how = { replace: true }) =>
    navigate(
      { search: searchOfUserCountView({ ...view, user: '', group: null, found: '', ...filters }) },
      how,
    )
  return (
    <section aria-label="Customers" className="min-w-0">
      <Card padded={false}>
        <header className="flex flex-wrap gap-x-3 gap-y-2 border-b border-line p-4 pb-3">
          <AddressSearch
            label="Search customers"
            placeholder="Name, e-mail or phone"
            search={view.search}
            onSearch={(text) => filtered({ search: text })}
            className="grow basis-full sm:basis-40"
          />
          <SelectField
            label="Show customers"
            hideLabel
            options={HAS}
            value={has}
            onValue={(group) => filtered({ has: group }, { replace: false })}
            className="basis-full sm:basis-56"
          />
          {!users.failure && (
            <div className="flex min-h-8 w-full items-center justify-between gap-3">
              <div className="text-ink-muted">
                <output data-count tabIndex={-1} className="block min-h-5.5">
                  {totalText(users, NOUNS)}
                </output>
                {!users.totalIsExact && users.total !== null && (
                  <p className="text-sm">
                    The first {countText(users.total)} are listed. Refine the search, or export all.
                  </p>
                )}
              </div>
              <ExportButton
                size="small"
                list={{ of: 'users', listing }}
                total={exportedTotal(users)}
                nouns={NOUNS}
              />
            </div>
          )}
        </header>
        <UserList
          users={users}
          of={JSON.stringify(shown)}
          found={view.found}
          onClear={
            search === '' && has === ''
              ? undefined
              : () => filtered({ search: '', has: '' }, { replace: false })
          }
        />
      </Card>
    </section>
  )
}

function UserList({
  users,
  of,
  found,
  onClear,
}: {
  users: PagedList<User>
  /** Identifies the list that is shown. */
  of: string
  /** The id of the user to show, or `''`. */
  found: string
  onClear: (() => void) | undefined
}) {
  const { total, failure, hasGaps, retrying, retry } = users
  const area = useRef<HTMLDivElement>(null)
  const isRead = total === 0 || users.itemAt(0) !== undefined
  const showFound = useShowFound(area, found)
  useEffect(() => (isRead ? showFound() : undefined), [isRead, showFound])
  // if many users have the same name, the first page does not contain all of them
  const above = found !== '' && isRead && !isAmongFirst(users, found)
  return (
    <div ref={area}>
      {above && <FoundUser key={found} id={found} onRead={showFound} />}
      {total === 0 || failure ? (
        <NoItems
          text="No users found."
          failure={
            failure && {
              hint: `The customers could not be loaded. ${failure.message}`,
              retrying,
              onRetry: retry,
            }
          }
          actions={
            onClear && (
              <Button icon="clear" onClick={onClear}>
                Clear filters
              </Button>
            )
          }
        />
      ) : (
        <>
          <VirtualList
            label="Customers"
            items={users}
            of={of}
            rowHeight={USER_ROW}
            Item={UserRow}
            skeleton={SKELETON}
            className="max-h-[70dvh] rounded-b-lg lg:max-h-[max(30rem,calc(100dvh-17rem))]"
          />
          {hasGaps && (
            <FailureBar
              text="Some customers could not be loaded."
              edge="bottom"
              retrying={retrying}
              onRetry={retry}
            />
          )}
        </>
      )}
    </div>
  )
}

function isAmongFirst(users: PagedList<User>, id: string): boolean {
  const count = Math.min(users.total ?? 0, PAGE_SIZE)
  return Array.from({ length: count }, (_, at) => users.itemAt(at)).some((user) => user?.id === id)
}

/** Returns a function that scrolls to the row of a found user and focuses it, once. It returns its clean-up. */
function useShowFound(area: RefObject<HTMLElement | null>, found: string) {
  const shown = useRef('')
  return useCallback(() => {
    if (found === '') shown.current = ''
    // after the layout has focused the new screen
    const frame = requestAnimationFrame(() => {
      const row = area.current?.querySelector('[data-found]')
      if (!row || shown.current === found) return
      shown.current = found
      row.scrollIntoView({ block: 'nearest' })
      row.querySelector('button')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [area, found])
}

/** Renders a found user who is not among the first of the list. */
function FoundUser({ id, onRead }: { id: string; onRead: () => () => void }) {
  const { data, error, isFetching, refetch } = useQuery(userById(useClient(), id))
  const isRead = data !== undefined
  useEffect(() => (isRead ? onRead() : undefined), [isRead, onRead])
  if (data)
    return (
      <section aria-label="Customer found">
        <UserRow item={data} />
      </section>
    )
  if (!error) return SKELETON
  return (
    <p role="alert" className="border-b border-line px-4 py-2">
      {isNotFound(error) ? (
        'This customer no longer exists.'
      ) : (
        <FailureLine
          text={`The customer could not be loaded. ${error.message}`}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </p>
  )
}

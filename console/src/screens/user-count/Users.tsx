import { BOOKING_GROUPS, type BookingGroup } from '@mandap/domain/booking/group.ts'
import type { Today } from '@mandap/domain/time/days.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import type { User } from '@mandap/domain/user/user.ts'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { type PagedList, usePagedList } from '../../features/list/paged-list.ts'
import { useClient } from '../../features/client/client-context.ts'
import { usersPageQuery } from '../../features/user/queries.ts'
import { plainSearch } from '../../features/list/plain-search.ts'
import { AddressSearch } from '../../ui/AddressSearch.tsx'
import { Button } from '../../ui/Button.tsx'
import { VirtualList } from '../../ui/VirtualList.tsx'
import { counted } from '../../ui/counted.ts'
import { SelectField } from '../../ui/Field.tsx'
import { NoItems } from '../../ui/states.tsx'
import { USER_ROW, UserRow, UserRowSkeleton } from './UserRow.tsx'
import { searchOf, type UserCountView } from './view.ts'

const SKELETON = <UserRowSkeleton />

const NOUNS = ['user', 'users'] as const

const HAS: readonly { value: BookingGroup | ''; label: string }[] = [
  { value: '', label: 'All users' },
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
  // a changed filter collapses the expanded user
  const filtered = (filters: Partial<UserCountView>, how = { replace: true }) =>
    void navigate({ search: searchOf({ ...view, user: '', group: null, ...filters }) }, how)
  return (
    <section
      aria-label="Users"
      className="min-w-0 rounded-lg border border-line bg-surface shadow-card"
    >
      <header className="grid gap-x-3 gap-y-2 border-b border-line p-4 pb-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <AddressSearch
          label="Search users"
          placeholder="Name, e-mail or phone"
          search={view.search}
          onSearch={(text) => filtered({ search: text })}
        />
        <SelectField
          label="Show users"
          hideLabel
          options={HAS}
          value={has}
          onValue={(group) => filtered({ has: group })}
        />
        {!users.failure && (
          <div className="flex min-h-8 items-center justify-between gap-3 sm:col-span-2">
            <output className="block min-h-5.5 text-ink-muted">
              {users.total === null ? 'Loading users…' : counted(users.total, NOUNS)}
            </output>
            <ExportButton
              size="small"
              list={{ of: 'users', listing }}
              total={users.total}
              nouns={NOUNS}
            />
          </div>
        )}
      </header>
      <UserList
        key={JSON.stringify(listing)}
        users={users}
        onClear={
          search === '' && has === ''
            ? undefined
            : () => filtered({ search: '', has: '' }, { replace: false })
        }
      />
    </section>
  )
}

function UserList({
  users,
  onClear,
}: {
  users: PagedList<User>
  onClear: (() => void) | undefined
}) {
  const { total, failure, hasGaps, retrying, retry } = users
  if (total === 0 || failure) {
    return (
      <NoItems
        text="No users found."
        failure={
          failure && {
            hint: `The users could not be loaded. ${failure.message}`,
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
    )
  }
  return (
    <>
      <VirtualList
        label="Users"
        items={users}
        rowHeight={USER_ROW}
        Item={UserRow}
        skeleton={SKELETON}
        className="max-h-[70dvh] rounded-b-lg lg:max-h-[max(30rem,calc(100dvh-17rem))]"
      />
      {hasGaps && (
        <div
          role="alert"
          className="flex items-center justify-between gap-4 border-t border-line px-4 py-2"
        >
          Some users could not be loaded.
          <Button look="quiet" icon="refresh" busy={retrying} onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </>
  )
}

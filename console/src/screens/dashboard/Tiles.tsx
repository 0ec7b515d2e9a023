import { BOOKING_TILES } from '@mandap/domain/booking/tile.ts'
import type { BookingTab } from '@mandap/domain/booking/tab.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../features/navigation/paths.ts'
import type { Summary } from '@mandap/contract/summary.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { countText } from '../../ui/counted.ts'

const LISTS = ['users', 'bookings', 'partners'] as const

interface Tile {
  label: string
  tone: Tone
  count: (summary: Summary) => number
  /** The kind of records that the tile counts. */
  of: (typeof LISTS)[number]
  /** The list that shows all of the counted records, if there is one. */
  to?: string
}

type BookingTile = keyof typeof BOOKING_TILES

/** The icon and link of each tile of bookings. Two have no link, because some of their events are in no tab. */
const LOOKS: Record<BookingTile, Omit<Tile, 'label' | 'count' | 'of'>> = {
  'Confirmed Bookings': { tone: 'info', to: paths.bookingDetails() },
  'Confirmed Events': { tone: 'progress' },
  'Completed Events': {
    tone: 'positive',
    to: `${paths.bookingDetails()}?tab=${'completed' satisfies BookingTab}`,
  },
  'Cancelled Events': { tone: 'negative' },
}

/** The tiles of §2.4. */
const TILES: readonly Tile[] = [
  {
    label: 'Total Users',
    tone: 'neutral',
    of: 'users',
    count: ({ users }) => users,
    to: paths.userCount(),
  },
  ...(Object.keys(BOOKING_TILES) as BookingTile[]).map((label) => ({
    label,
    of: 'bookings' as const,
    count: ({ bookingsByStatus }: Summary) => bookingsByStatus[BOOKING_TILES[label]] ?? 0,
    ...LOOKS[label],
  })),
]

const RULES: Record<Tone, string> = {
  neutral: 'bg-neutral-solid',
  info: 'bg-info-solid',
  progress: 'bg-progress-solid',
  positive: 'bg-positive-solid',
  warning: 'bg-warning-solid',
  negative: 'bg-negative-solid',
}

const LIST_OF = {
  users: paths.userCount(),
  bookings: paths.bookingDetails(),
  partners: paths.approvalPanel(),
}

/** Renders the counts, with skeletons until they have loaded. */
export function Tiles({ summary }: { summary: UseQueryResult<Summary> }) {
  const { data, isError, isFetching, refetch } = summary
  const incomplete = isError || (data?.failed ?? []).length > 0
  return (
    <section aria-label="Summary">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card md:grid-cols-5">
        {TILES.map((tile) => (
          <div
            key={tile.label}
            className={`relative flex flex-col bg-surface px-3.5 py-3 first:max-md:col-span-2 lg:px-4 lg:py-3.5 ${tile.to ? 'hover:bg-hover has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus' : ''}`}
          >
            <dt className="flex items-center gap-2 text-sm text-ink-muted">
              <span aria-hidden="true" className={`size-2 rounded-full ${RULES[tile.tone]}`} />
              {tile.to ? (
                <Link to={tile.to} className="outline-none after:absolute after:inset-0">
                  {tile.label}
                </Link>
              ) : (
                tile.label
              )}
            </dt>
            <dd className="mt-auto pt-1 text-xl font-semibold tracking-tight whitespace-nowrap lg:text-2xl">
              {data && !data.failed?.includes(tile.of) ? (
                countText(tile.count(data))
              ) : (
                <NoNumber expected={!data && !isError} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div
        aria-live="polite"
        className="mt-2.5 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-muted"
      >
        {data && LISTS.map((list) => <Fetched key={list} list={list} count={data[list]} />)}
        {isError && <Red text="The counts could not be loaded." />}
        {incomplete && (
          <Button size="small" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        )}
      </div>
    </section>
  )
}

function Fetched({ list, count }: { list: (typeof LISTS)[number]; count: number }) {
  if (count === 0) return <Red text={`No ${list} fetched.`} />
  return (
    <Link to={LIST_OF[list]} className="underline-offset-2 hover:text-ink hover:underline">
      {`${countText(count)} ${count === 1 ? list.slice(0, -1) : list}`}
    </Link>
  )
}

function Red({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-medium text-negative-text">
      <Icon name="alert" className="size-4" />
      {text}
    </span>
  )
}

function NoNumber({ expected }: { expected: boolean }) {
  return expected ? (
    <Skeleton className="my-1 h-6 w-20" />
  ) : (
    <span className="text-ink-faint">–</span>
  )
}

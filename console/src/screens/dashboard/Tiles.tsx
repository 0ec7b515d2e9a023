import { LIST_DEFINITIONS, TILE_DEFINITIONS } from '@mandap/domain/booking/definition.ts'
import { BOOKING_TILES, type BookingTile } from '@mandap/domain/booking/tile.ts'
import { counted, countText, type Nouns } from '@mandap/domain/text/counted.ts'
import type { UseQueryResult } from '@tanstack/preact-query'
import { Fragment } from 'preact/compat'
import { Link } from '../../router/Link.tsx'
import { fromHere } from '../../features/navigation/back-link.ts'
import { paths } from '../../features/navigation/paths.ts'
import { LIST_NOUNS, listsText } from '../../features/summary/list-nouns.ts'
import { LIST_NAMES, type ListName } from '@mandap/contract/list-names.ts'
import type { Summary } from '@mandap/contract/summary.ts'
import type { Tone } from '@mandap/domain/status/tone.ts'
import { ToneDot } from '../../ui/Badge.tsx'
import { Definition } from '../../ui/Definition.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { TryAgain } from '../../ui/states.tsx'

/** The words of §2.4, where other screens have customers. */
const NOUNS: Record<ListName, Nouns> = { ...LIST_NOUNS, users: ['user', 'users'] }

interface Tile {
  label: string
  tone: Tone
  count: (summary: Summary) => number
  /** The kind of records that the tile counts. */
  of: ListName
  definition: string
  /** The list of the counted records. */
  to: string
}

const TONES: Record<BookingTile, Tone> = {
  'Confirmed Bookings': 'info',
  'Confirmed Events': 'progress',
  'Completed Events': 'positive',
  'Cancelled Events': 'negative',
}

/** The tiles of §2.4. */
const TILES: readonly Tile[] = [
  {
    label: 'Total Users',
    tone: 'neutral',
    of: 'users',
    count: ({ users }) => users,
    definition: LIST_DEFINITIONS.users,
    to: paths.userCount(),
  },
  ...(Object.keys(BOOKING_TILES) as BookingTile[]).map((label) => ({
    label,
    of: 'bookings' as const,
    count: ({ bookingsByStatus }: Summary) => bookingsByStatus[BOOKING_TILES[label]] ?? 0,
    tone: TONES[label],
    definition: TILE_DEFINITIONS[label],
    to: paths.countedBookings(`tile-${BOOKING_TILES[label]}`),
  })),
]

const LIST_OF = {
  users: paths.userCount(),
  bookings: paths.countedBookings('all'),
  partners: paths.allPartners(),
}

/** Renders the counts, with skeletons until they have loaded. */
export function Tiles({ summary }: { summary: UseQueryResult<Summary> }) {
  const { data, isError, isFetching, refetch } = summary
  const failed = data?.failed ?? []
  const incomplete = isError || failed.length > 0
  return (
    <section aria-label="Summary">
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card">
        {TILES.map((tile) => (
          <div
            key={tile.label}
            className={`relative flex grow basis-34 flex-col bg-surface px-3.5 py-3 max-md:basis-[max(--spacing(34),34%)] first:max-md:basis-full lg:px-4 lg:py-3.5 hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus`}
          >
            <dt className="flex items-center gap-2 text-sm text-ink-muted">
              <ToneDot tone={tile.tone} className="size-2" />
              <Link
                to={tile.to}
                state={fromHere}
                className="min-w-0 grow outline-none after:absolute after:inset-0"
              >
                {tile.label}
              </Link>
              <Definition term={tile.label} text={tile.definition} />
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
        className="mt-2.5 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted"
      >
        {data && <Fetched counts={data} />}
        {failed.length > 0 && <Red text={`Could not be loaded: ${listsText(failed, NOUNS)}.`} />}
        {isError && <Red text="The counts could not be loaded." />}
        {incomplete && (
          <TryAgain
            look="quiet"
            size="small"
            className="-ml-2.5"
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </section>
  )
}

/** Renders how many records were fetched as one line, and a red note for each empty list (§2.4). */
function Fetched({ counts }: { counts: Summary }) {
  const filled = LIST_NAMES.filter((list) => counts[list] > 0)
  return (
    <>
      {filled.length > 0 && (
        <p>
          Fetched{' '}
          {filled.map((list, at) => (
            <Fragment key={list}>
              {at > 0 && ' · '}
              <Link
                to={LIST_OF[list]}
                state={fromHere}
                className="inline-block rounded-xs py-1 underline-offset-2 hover:text-ink hover:underline"
              >
                {counted(counts[list], NOUNS[list])}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
      {LIST_NAMES.filter((list) => counts[list] === 0).map((list) => (
        <Red key={list} text={`No ${list} fetched.`} />
      ))}
    </>
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
    <Skeleton className="my-1 h-[calc(1lh-(--spacing(2)))] w-20" />
  ) : (
    <span className="text-ink-faint">–</span>
  )
}

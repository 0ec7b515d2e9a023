import type { UseQueryResult } from '@tanstack/react-query'
import type { Summary } from '../../host/host.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'

interface Tile {
  label: string
  tone: Tone
  count: (summary: Summary) => number
}

/** The tiles of §2.4, each counting exactly the status written there. */
const TILES: readonly Tile[] = [
  { label: 'Total Users', tone: 'neutral', count: ({ users }) => users },
  { label: 'Confirmed Bookings', tone: 'info', count: ofStatus('pending') },
  { label: 'Confirmed Events', tone: 'progress', count: ofStatus('confirmEvent') },
  { label: 'Completed Events', tone: 'positive', count: ofStatus('completed') },
  { label: 'Cancelled Events', tone: 'negative', count: ofStatus('Cancel') },
]

const RULES: Record<Tone, string> = {
  neutral: 'bg-neutral-solid',
  info: 'bg-info-solid',
  progress: 'bg-progress-solid',
  positive: 'bg-positive-solid',
  warning: 'bg-warning-solid',
  negative: 'bg-negative-solid',
}

const LISTS = ['users', 'bookings', 'partners'] as const

/** The row of counts, and of how many records; the numbers are skeletons until they arrive. */
export function Tiles({ summary }: { summary: UseQueryResult<Summary> }) {
  const { data, isError, isFetching, refetch } = summary
  const incomplete = isError || (data !== undefined && data.failed.length > 0)
  return (
    <section aria-label="Summary">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line shadow-card md:grid-cols-5">
        {TILES.map((tile) => (
          <div
            key={tile.label}
            className="flex flex-col bg-surface px-3.5 py-3 first:max-md:col-span-2 lg:px-4 lg:py-3.5"
          >
            <dt className="flex items-center gap-2 text-sm text-ink-muted">
              <span aria-hidden="true" className={`size-2 rounded-full ${RULES[tile.tone]}`} />
              {tile.label}
            </dt>
            <dd className="mt-auto pt-1 text-xl font-semibold tracking-tight whitespace-nowrap lg:text-2xl">
              {data ? formatted(tile.count(data)) : <NoNumber expected={!isError} />}
            </dd>
          </div>
        ))}
      </dl>
      <div
        aria-live="polite"
        className="mt-2.5 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-muted"
      >
        {data && LISTS.map((list) => <Fetched key={list} list={list} count={data[list]} />)}
        {isError && <Red text="The counts could not be fetched." />}
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
  return <span>{`${formatted(count)} ${count === 1 ? list.slice(0, -1) : list}`}</span>
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

function ofStatus(status: string) {
  return ({ bookingsByStatus }: Summary) => bookingsByStatus[status] ?? 0
}

function formatted(count: number) {
  return count.toLocaleString('en-IN')
}

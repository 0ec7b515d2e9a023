import { fold } from '@mandap/domain/text/text.ts'
import { useQuery } from '@tanstack/preact-query'
import type { To } from '../../router/location.ts'
import { Link, type LinkState } from '../../router/Link.tsx'
import { fromHere } from '../../features/navigation/back-link.ts'
import { useClient } from '../../features/client/client-context.ts'
import { LIST_NAMES } from '@mandap/contract/list-names.ts'
import { type Found, MAX_FOUND, searchResults } from '../../features/search/queries.ts'
import {
  bookingHit,
  bookingsSearched,
  type Hit,
  partnerHit,
  allPartnersSearched,
  userHit,
  usersSearched,
} from '../../features/search/hit.ts'
import { Highlight } from '../../features/search/Highlight.tsx'
import { LIST_LABELS, LIST_NOUNS, listsText } from '../../features/summary/list-nouns.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { EmptyState, ErrorState, FailureBar } from '../../ui/states.tsx'
import { useDimmed } from '../../ui/use-dimmed.ts'
import { DebugData } from './DebugData.tsx'

/** Renders the results while the person types: customers, bookings and partners side by side. */
export function SearchResults({ text, isTyping }: { text: string; isTyping: boolean }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    searchResults(useClient(), text),
  )
  const stale = isTyping || isPlaceholderData
  const isDimmed = useDimmed(stale)
  const isFailed = error !== null && !stale && !isFetching
  const retry = () => void refetch()
  return (
    <Card padded={false} className="mt-3">
      <output className="sr-only">{data && !stale && !error && countsText(data)}</output>
      {error !== null && (data === undefined || isFailed) ? (
        <ErrorState
          text="The search failed."
          hint={error.message}
          onRetry={retry}
          retrying={isFetching}
        />
      ) : data === undefined ? (
        <ResultsSkeleton />
      ) : (
        <div aria-busy={stale} className={isDimmed ? 'opacity-60' : ''}>
          {data.failed.length > 0 && (
            <FailureBar
              text={`The ${listsText(data.failed)} could not be searched.`}
              edge="top"
              retrying={isFetching}
              onRetry={retry}
            />
          )}
          {isNothing(data) ? <NoResults /> : <Results found={data} text={textOf(data, text)} />}
        </div>
      )}
    </Card>
  )
}

/** Returns the text that found these results. They may be those of the previous text. */
function textOf(found: Found, typed: string): string {
  return found.text === fold(typed) ? typed : found.text
}

function isNothing(found: Found): boolean {
  return LIST_NAMES.every((list) => found[list].length === 0)
}

/** Returns a summary: '1 customer, the first 5 bookings, no partners'. */
function countsText(found: Found): string {
  if (isNothing(found)) return 'No results found.'
  return `Found: ${LIST_NAMES.map((list) => {
    const count = found[list].length
    const [one, many] = LIST_NOUNS[list]
    if (count === 0) return `no ${many}`
    if (count === 1) return `1 ${one}`
    return count === MAX_FOUND ? `the first ${count} ${many}` : `${count} ${many}`
  }).join(', ')}`
}

function Results({ found: { users, bookings, partners }, text }: { found: Found; text: string }) {
  return (
    <div className="grid divide-line max-lg:divide-y lg:grid-cols-3 lg:divide-x">
      <Group
        title={LIST_LABELS.users}
        hits={users.map((user) => userHit(user, text))}
        typed={text}
        all={{ label: 'See all', to: usersSearched(text) }}
      />
      <Group
        title={LIST_LABELS.bookings}
        hits={bookings.map((booking) => bookingHit(booking, text))}
        typed={text}
        all={{ label: 'See all', to: bookingsSearched(text), state: fromHere }}
      />
      <Group
        title={LIST_LABELS.partners}
        hits={partners.map((partner) => partnerHit(partner, text))}
        typed={text}
        all={{ label: 'See all', to: allPartnersSearched(text), state: fromHere }}
      />
    </div>
  )
}

function Group({
  title,
  hits,
  typed,
  all,
}: {
  title: string
  hits: readonly Hit[]
  typed: string
  all: { label: string; to: To; state?: LinkState }
}) {
  const isCut = hits.length === MAX_FOUND
  return (
    <section aria-label={title} className="min-w-0 p-2">
      <h2 className="flex min-h-8 items-center justify-between gap-2 px-2.5 text-sm font-medium text-ink-muted">
        {title}
        {isCut && (
          <Link
            to={all.to}
            state={all.state}
            className="rounded-xs font-medium text-accent-text hover:underline"
          >
            {all.label}
            <span className="sr-only"> {title.toLowerCase()} found</span>
          </Link>
        )}
      </h2>
      {hits.length === 0 ? (
        <p className="px-2.5 py-1.5 text-ink-faint">None</p>
      ) : (
        <ul>
          {hits.map((hit) => (
            <li key={hit.id}>
              <HitLink hit={hit} typed={typed} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function HitLink({
  hit: { title, details, status, note, to, state },
  typed,
}: {
  hit: Hit
  typed: string
}) {
  return (
    <Link
      data-hit=""
      to={to}
      state={state}
      className="block rounded-sm px-2.5 py-2 hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2"
    >
      <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
        <Highlight text={title} typed={typed} />
      </span>
      <span className="line-clamp-2 text-sm text-ink-muted wrap-anywhere">
        {details.map((detail, at) => (
          // the order of a record's texts does not change
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at}>
            {at > 0 && ' · '}
            <bdi>
              <Highlight text={detail} typed={typed} />
            </bdi>
          </span>
        ))}
      </span>
      {(status || note) && (
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-muted">
          {status && (
            <Badge tone={status.tone} dot>
              {status.label}
            </Badge>
          )}
          {note}
        </span>
      )}
    </Link>
  )
}

function NoResults() {
  return (
    <>
      <EmptyState text="No results found." />
      <DebugData />
    </>
  )
}

function ResultsSkeleton() {
  return (
    <output className="grid gap-6 p-4.5 lg:grid-cols-3">
      <span className="sr-only">Searching</span>
      {LIST_NAMES.map((list) => (
        <span key={list} className="block">
          <Skeleton className="mb-4 h-3 w-16" />
          <Skeleton className="mb-2 h-4 w-40" />
          <Skeleton className="mb-5 h-3 w-56 max-w-full" />
          <Skeleton className="mb-2 h-4 w-32" />
          <Skeleton className="h-3 w-48 max-w-full" />
        </span>
      ))}
    </output>
  )
}

import { auditDays } from '@mandap/domain/audit/day.ts'
import type { AuditEntry } from '@mandap/domain/audit/entry.ts'
import { AUDIT_KINDS, type AuditKind } from '@mandap/domain/audit/kind.ts'
import { counted } from '@mandap/domain/text/counted.ts'
import { addDays, CHOSEN_DAYS } from '@mandap/domain/time/days.ts'
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
} from '@tanstack/preact-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'preact/compat'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { dayHeading, NO_DATE } from '../../features/time/date-text.ts'
import { dayHere, timeZone, useToday } from '../../features/time/today.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import type { Page } from '../../features/list/page.ts'
import { config } from '../../features/client/config.ts'
import { useClient } from '../../features/client/client-context.ts'
import { auditList, auditPeople } from '../../features/audit/queries.ts'
import { AddressSearch } from '../../ui/AddressSearch.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DateField, SelectField } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { useDimmed } from '../../ui/use-dimmed.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState, ErrorState, FailureLine } from '../../ui/states.tsx'
import { ActivityLine } from './ActivityLine.tsx'
import {
  type ActivityView,
  activityViewFrom,
  listingOfActivityView,
  searchOfActivityView,
} from './activity-view-url.ts'
import { HEADINGS } from '../../features/navigation/headings.ts'

const NOUNS = ['entry', 'entries'] as const

/** Pixels below the window in which the end of the list fetches earlier entries. */
const READ_AHEAD = 800

const PUSH = { replace: false }

/** Renders the audit log (§2.18). The filters are in the URL. */
export default function Activity() {
  if (config().capabilities.auditLog) return <AuditLog />
  return (
    <>
      <PageHeader {...HEADINGS.activity} />
      <Card>
        <EmptyState
          icon="info"
          text="This host keeps no activity."
          hint="A Mandap server records every decision, swap, deletion and sign-in."
        />
      </Card>
    </>
  )
}

function AuditLog() {
  const client = useClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const view = useMemo(() => activityViewFrom(new URLSearchParams(search)), [search])
  const listing = useMemo(() => listingOfActivityView(view, timeZone()), [view])
  const log = useInfiniteQuery({
    ...auditList(client, listing),
    placeholderData: keepPreviousData,
  })
  const isLate = useDimmed(log.isPlaceholderData)
  const count = log.data?.pages[0]?.total ?? null
  // the previous list was empty, which does not mean that this one is
  const isEmptyBefore = isLate && count === 0
  const total = isEmptyBefore ? null : count

  function change(to: ActivityView, how: { replace: boolean }) {
    navigate({ search: searchOfActivityView(to) }, how)
  }

  return (
    <>
      <PageHeader
        {...HEADINGS.activity}
        actions={
          !log.isLoadingError && (
            <ExportButton
              list={{ of: 'activity', listing }}
              total={log.isPlaceholderData && total !== 0 ? null : total}
              nouns={NOUNS}
            />
          )
        }
      />
      <Filters view={view} namesPeople={!log.isPending} onChange={change} />
      <EntryList
        log={log}
        total={total}
        isDimmed={isLate}
        isWaiting={log.isPending || isEmptyBefore}
        onClear={
          searchOfActivityView(view) === ''
            ? undefined
            : () => change(activityViewFrom(new URLSearchParams()), PUSH)
        }
      />
    </>
  )
}

function EntryList({
  log,
  total,
  isDimmed,
  isWaiting,
  onClear,
}: {
  log: UseInfiniteQueryResult<InfiniteData<Page<AuditEntry>>>
  total: number | null
  isDimmed: boolean
  /** Whether entries are loading and neither this list nor the previous one has any to show. */
  isWaiting: boolean
  onClear: (() => void) | undefined
}) {
  const today = useToday()
  const entries = useMemo(() => log.data?.pages.flatMap(({ rows }) => rows) ?? [], [log.data])
  const days = useMemo(() => auditDays(entries, dayHere), [entries])
  return (
    <>
      <output data-count tabIndex={-1} className="mt-4 mb-3 block min-h-5.5 text-ink-muted">
        {!log.isLoadingError && (total === null ? 'Loading activity…' : counted(total, NOUNS))}
      </output>
      {log.isLoadingError ? (
        <ErrorState
          text="Activity could not be loaded."
          hint={log.error.message}
          retrying={log.isFetching}
          onRetry={() => void log.refetch()}
        />
      ) : isWaiting ? (
        <div className="grid gap-3">
          {Array.from({ length: 8 }, (_, at) => (
            <Skeleton key={at} className="h-13 w-full rounded-md" />
          ))}
        </div>
      ) : days.length === 0 ? (
        <EmptyState
          text="No matching activity."
          action={
            onClear && (
              <Button icon="clear" onClick={onClear}>
                Clear filters
              </Button>
            )
          }
        />
      ) : (
        <ol
          aria-label="Activity"
          data-newest-first
          aria-busy={log.isPlaceholderData}
          className={`grid gap-5 ${isDimmed ? 'opacity-50' : ''}`}
        >
          {days.map(({ date, lines }) => (
            <li key={date}>
              <h2 className="mb-2 font-semibold">
                {date === '' ? NO_DATE : dayHeading(date, today.date)}
              </h2>
              <Card padded={false}>
                <ol className="divide-y divide-line">
                  {lines.map((line) => (
                    <ActivityLine key={line.entry.id} line={line} />
                  ))}
                </ol>
              </Card>
            </li>
          ))}
        </ol>
      )}
      {log.hasNextPage && <Earlier log={log} />}
    </>
  )
}

/** Fetches earlier entries before the end of the list comes into view. */
function Earlier({ log }: { log: UseInfiniteQueryResult }) {
  const end = useRef<HTMLDivElement>(null)
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = log
  const fetchEarlier = useEffectEvent(() => void fetchNextPage())
  const isWaiting = !isFetchingNextPage && !isFetchNextPageError && !log.isPlaceholderData
  useEffect(() => {
    const element = end.current
    if (!element || !isWaiting) return
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.at(-1)?.isIntersecting) fetchEarlier()
      },
      { rootMargin: `${READ_AHEAD}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWaiting])
  return (
    <div ref={end} className="mt-4 flex justify-center">
      {isFetchNextPageError ? (
        <FailureLine
          text="Some activity could not be loaded."
          retrying={isFetchingNextPage}
          onRetry={() => void fetchNextPage()}
        />
      ) : (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier
        </Button>
      )}
    </div>
  )
}

function Filters({
  view,
  namesPeople,
  onChange,
}: {
  view: ActivityView
  /** Fetches the people to choose from, which is done after the entries. */
  namesPeople: boolean
  onChange: (view: ActivityView, how: { replace: boolean }) => void
}) {
  const names = useQuery({ ...auditPeople(useClient()), enabled: namesPeople })
  const people = names.data ?? []
  const known =
    view.person === '' || people.includes(view.person) ? people : [view.person, ...people]
  const today = useToday().date
  const presets = [
    { label: 'Today', day: today },
    { label: 'Yesterday', day: addDays(today, -1) },
  ]
  const set = (part: Partial<ActivityView>) => onChange({ ...view, ...part }, PUSH)
  return (
    <search className="filters">
      <div className="filter-columns grid items-start gap-3 md:grid-cols-[1fr_1fr_1fr_auto] xl:grid-cols-[2fr_1.5fr_1.5fr_1fr_auto] [&>:first-child]:max-xl:col-span-full">
        <AddressSearch
          label="Search"
          hideLabel={false}
          placeholder="Person, booking, partner or reason"
          search={view.search}
          onSearch={(search) => onChange({ ...view, search }, { replace: true })}
        />
        <SelectField
          label="Person"
          hint={
            names.isError && (
              <FailureLine
                text="The names could not be loaded."
                retrying={names.isFetching}
                onRetry={() => void names.refetch()}
              />
            )
          }
          options={[
            { value: '', label: 'Everybody' },
            ...known.map((person) => ({ value: person, label: person })),
          ]}
          value={view.person}
          onValue={(person) => set({ person })}
        />
        <SelectField
          label="Kind"
          options={[
            { value: '', label: 'Everything' },
            ...(Object.keys(AUDIT_KINDS) as AuditKind[]).map((value) => ({
              value,
              label: AUDIT_KINDS[value],
            })),
          ]}
          value={view.kind}
          onValue={(kind) => set({ kind })}
        />
        <div>
          <DateField
            label="Day"
            {...CHOSEN_DAYS}
            value={view.day}
            onValue={(day) =>
              onChange(
                { ...view, day },
                // each typed digit may name another day, so one step back leaves all of them
                { replace: view.day !== '' && day !== '' },
              )
            }
          />
          <fieldset aria-label="Presets" className="mt-1.5 flex gap-1.5">
            {presets.map(({ label, day }) => (
              <Button
                key={label}
                size="small"
                className="grow aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
                aria-pressed={view.day === day}
                onClick={() => set({ day: view.day === day ? '' : day })}
              >
                {label}
              </Button>
            ))}
          </fieldset>
        </div>
        <Button
          look="quiet"
          icon="clear"
          disabledReason={searchOfActivityView(view) === '' ? 'No filters are set.' : undefined}
          // aligns the button with the controls beside it, which have labels above them
          className="mt-6.5 whitespace-normal!"
          onClick={() => onChange(activityViewFrom(new URLSearchParams()), PUSH)}
        >
          Clear filters
        </Button>
      </div>
    </search>
  )
}

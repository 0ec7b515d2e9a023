import type { AuditEntry } from '@mandap/domain/audit/entry.ts'
import { AUDIT_KINDS, type AuditKind } from '@mandap/domain/audit/kind.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ActivityIcon, AuditEntryText } from '../../features/audit/AuditEntryText.tsx'
import { timeZone } from '../../features/time/today.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import { type PagedList, usePagedList } from '../../features/list/paged-list.ts'
import { config } from '../../features/client/config.ts'
import { useClient } from '../../features/client/client-context.ts'
import { auditPage, auditPeople } from '../../features/audit/queries.ts'
import { AddressSearch } from '../../ui/AddressSearch.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { counted } from '../../ui/counted.ts'
import { DateField, SelectField } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState, ErrorState, FailureLine, GapNotice } from '../../ui/states.tsx'
import { type ActivityView, filterOf, searchOf, viewFrom } from './filter-url.ts'
import { RestorePartner } from './RestorePartner.tsx'

/** One column: one line on a desktop, two lines with the time below on a tablet, three on a phone. Heights in rem. */
const DESKTOP = { minWidth: 200, height: 3.25 }
const TABLET = { minWidth: 200, height: 5.25 }
const PHONE = { minWidth: 200, height: 7 }

const isDesktop = matchMedia('(min-width: 64rem)')
const isTablet = matchMedia('(min-width: 40rem)')

const NOUNS = ['entry', 'entries'] as const

const TITLE = 'Activity'
const SUBTITLE = 'Who did what, and when. Entries cannot be changed.'

/** Renders the audit log (§2.18). The filters are in the URL. */
export default function Activity() {
  if (config().capabilities.auditLog) return <AuditLog />
  return (
    <>
      <PageHeader title={TITLE} subtitle={SUBTITLE} />
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
  const view = useMemo(() => viewFrom(new URLSearchParams(search)), [search])
  const listing = useMemo(() => filterOf(view, timeZone()), [view])
  const entries = usePagedList(
    useCallback((page: number) => auditPage(client, listing, page), [client, listing]),
  )

  function change(to: ActivityView, how: { replace: boolean }) {
    void navigate({ search: searchOf(to) }, how)
  }

  return (
    <>
      <PageHeader
        title={TITLE}
        subtitle={SUBTITLE}
        actions={
          !entries.failure && (
            <ExportButton list={{ of: 'activity', listing }} total={entries.total} nouns={NOUNS} />
          )
        }
      />
      <Filters view={view} onChange={change} />
      <EntryList
        entries={entries}
        onClear={
          searchOf(view) === '' ? undefined : () => change(viewFrom(new URLSearchParams()), PUSH)
        }
      />
    </>
  )
}

function EntryList({
  entries,
  onClear,
}: {
  entries: PagedList<AuditEntry>
  onClear: (() => void) | undefined
}) {
  const { total, failure, hasGaps, retrying, retry } = entries
  const size = useSyncExternalStore(followWidth, sizeOfRow)
  return (
    <>
      <output className="mt-4 mb-3 block min-h-5.5 text-ink-muted">
        {!failure && (total === null ? 'Loading activity…' : counted(total, NOUNS))}
      </output>
      {failure ? (
        <ErrorState
          text="Activity could not be loaded."
          hint={failure.message}
          retrying={retrying}
          onRetry={retry}
        />
      ) : total === 0 ? (
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
        <VirtualGrid
          label="Activity"
          items={entries}
          size={size}
          Item={Row}
          skeleton={<Skeleton className="h-full w-full rounded-md" />}
        />
      )}
      {hasGaps && (
        <GapNotice text="Some activity could not be loaded." retrying={retrying} onRetry={retry} />
      )}
    </>
  )
}

const PUSH = { replace: false }

function followWidth(changed: () => void) {
  const left = new AbortController()
  for (const width of [isDesktop, isTablet]) {
    width.addEventListener('change', changed, { signal: left.signal })
  }
  return () => left.abort()
}

function sizeOfRow() {
  return isDesktop.matches ? DESKTOP : isTablet.matches ? TABLET : PHONE
}

function Row({ item }: { item: AuditEntry }) {
  return (
    <article className="flex h-full items-center gap-3 overflow-hidden rounded-md border border-line bg-surface px-3.5 py-2 shadow-card">
      <ActivityIcon kind={item.kind} />
      <AuditEntryText entry={item} inList />
      {item.kind === 'delete' && item.subject === 'partner' && <RestorePartner entry={item} />}
    </article>
  )
}

function Filters({
  view,
  onChange,
}: {
  view: ActivityView
  onChange: (view: ActivityView, how: { replace: boolean }) => void
}) {
  const names = useQuery(auditPeople(useClient()))
  const people = names.data ?? []
  const known =
    view.person === '' || people.includes(view.person) ? people : [view.person, ...people]
  const set = (part: Partial<ActivityView>) => onChange({ ...view, ...part }, PUSH)
  return (
    <search className="grid grid-cols-2 items-start gap-3 md:grid-cols-[1fr_1fr_1fr_auto] xl:grid-cols-[2fr_1.5fr_1.5fr_1fr_auto] [&>:first-child]:max-xl:col-span-full">
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
      <DateField label="Day" value={view.day} onValue={(day) => set({ day })} />
      <Button
        look="quiet"
        icon="clear"
        disabledReason={searchOf(view) === '' ? 'No filters are set.' : undefined}
        // aligns the button with the controls beside it, which have labels above them
        className="mt-6.5"
        onClick={() => onChange(viewFrom(new URLSearchParams()), PUSH)}
      >
        Clear filters
      </Button>
    </search>
  )
}

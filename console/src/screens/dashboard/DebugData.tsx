import { LIST_NAMES, type ListName } from '@mandap/contract/list-names.ts'
import { escapeInvisible } from '@mandap/domain/text/text.ts'
import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/compat'
import { useClient } from '../../features/client/client-context.ts'
import { firstRecords, MAX_DEBUGGED } from '../../features/search/queries.ts'
import { LIST_LABELS, listsText } from '../../features/summary/list-nouns.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { FailureLine } from '../../ui/states.tsx'

/** Renders the raw data of §2.4: the first records of each list, fetched when it is opened. */
export function DebugData() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="group border-t border-line text-left"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-1.5 rounded-b-lg px-4 text-sm font-medium text-ink-muted hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="size-4 transition-transform group-open:rotate-90" />
        Debug data
      </summary>
      {isOpen && <Records />}
    </details>
  )
}

function Records() {
  return (
    <div className="px-4 pb-4">
      <p className="mb-3 text-sm text-ink-muted">
        The first {MAX_DEBUGGED} records of each list as the server sends them, with personal
        numbers masked.
      </p>
      <div className="grid gap-4 lg:grid-cols-3">
        {LIST_NAMES.map((list) => (
          <RawList key={list} list={list} />
        ))}
      </div>
    </div>
  )
}

function RawList({ list }: { list: ListName }) {
  const { data, isLoadingError, isFetching, refetch } = useQuery(firstRecords(useClient(), list))
  return (
    <section
      aria-label={`${LIST_LABELS[list]}, raw`}
      // gets the focus when 'Try again' is removed
      data-takes-focus
      tabIndex={-1}
      className="min-w-0"
    >
      <h2 className="mb-1.5 text-sm font-medium">
        {data ? `${LIST_LABELS[list]} (${data.length})` : LIST_LABELS[list]}
      </h2>
      {data ? (
        <pre
          // focusable, so that the keyboard can scroll it
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-sm bg-sunken p-3 font-mono text-xs"
        >
          {escapeInvisible(JSON.stringify(data, null, 2))}
        </pre>
      ) : isLoadingError ? (
        <p className="text-sm">
          <FailureLine
            text={`The ${listsText([list])} could not be loaded.`}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </p>
      ) : (
        <Spinner label={`Loading the ${listsText([list])}`} className="size-4" />
      )}
    </section>
  )
}

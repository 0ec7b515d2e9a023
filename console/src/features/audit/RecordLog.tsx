import type { AuditSubject } from '@mandap/domain/audit/kind.ts'
import { auditDays } from '@mandap/domain/audit/day.ts'
import { useInfiniteQuery } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/compat'
import { dayHere } from '../time/today.ts'
import { useClient } from '../client/client-context.ts'
import { recordLog } from './queries.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureLine, FocusAfterRemoval } from '../../ui/states.tsx'
import { ActivityIcon, AuditLineText } from './AuditEntryText.tsx'
import { LogSkeleton } from './LogSkeleton.tsx'

/** Number of lines that are shown at first. */
const MAX_AT_FIRST = 5

/** Renders the audit entries of one record, newest first. */
export default function RecordLog({ subject, id }: { subject: AuditSubject; id: string }) {
  const log = useInfiniteQuery(recordLog(useClient(), subject, id))
  const list = useRef<HTMLOListElement>(null)
  const countBefore = useRef(0)
  const [isOpen, setIsOpen] = useState(false)
  const entries = log.data?.pages.flatMap(({ rows }) => rows) ?? []
  const all = auditDays(entries, dayHere).flatMap((day) => day.lines)
  const lines = isOpen ? all : all.slice(0, MAX_AT_FIRST)
  if (log.isPending) return <LogSkeleton />
  if (log.isError && lines.length === 0)
    return (
      <FailureLine
        text={`Activity could not be loaded. ${log.error.message}`}
        retrying={log.isFetching}
        onRetry={() => void log.refetch()}
      />
    )
  if (lines.length === 0) return <p className="text-ink-muted">No changes yet.</p>
  return (
    <>
      <ol ref={list} className="grid">
        {lines.map((line, at) => (
          <li key={line.entry.id} tabIndex={-1} className="relative flex gap-3 pb-4 last:pb-0">
            {at < lines.length - 1 && (
              <span aria-hidden="true" className="absolute top-9 bottom-1 left-4 w-px bg-line" />
            )}
            <ActivityIcon kind={line.entry.kind} />
            <AuditLineText line={line} />
          </li>
        ))}
      </ol>
      {(lines.length < all.length || log.hasNextPage) && (
        <FocusAfterRemoval
          // earlier entries can extend the last line instead of adding lines
          to={() => list.current?.children[countBefore.current] ?? list.current?.lastElementChild}
        >
          <Button
            look="quiet"
            size="small"
            className="mt-3"
            busy={log.isFetchingNextPage}
            onClick={() => {
              countBefore.current = lines.length
              setIsOpen(true)
              if (lines.length === all.length) void log.fetchNextPage()
            }}
          >
            Show earlier
          </Button>
        </FocusAfterRemoval>
      )}
      {log.isFetchNextPageError && (
        <p role="alert" className="mt-2 text-negative-text">
          Earlier activity could not be loaded. {log.error.message}
        </p>
      )}
    </>
  )
}

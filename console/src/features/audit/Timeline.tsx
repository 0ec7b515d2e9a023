import type { AuditSubject } from '@mandap/domain/audit/kind.ts'
import { auditLines } from '@mandap/domain/audit/line.ts'
import { useInfiniteQuery } from '@tanstack/preact-query'
import { useState } from 'preact/compat'
import { config } from '../client/config.ts'
import { useClient } from '../client/client-context.ts'
import { recordLog } from './queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { ActivityIcon, AuditLineText } from './AuditEntryText.tsx'

/** Number of lines that are shown at first. */
const MAX_AT_FIRST = 5

/** Renders the audit entries of one record, newest first, or nothing if the host keeps no audit log. */
export function Timeline({ subject, id }: { subject: AuditSubject; id: string }) {
  if (!config().capabilities.auditLog) return null
  return <Kept key={id} subject={subject} id={id} />
}

function Kept({ subject, id }: { subject: AuditSubject; id: string }) {
  const log = useInfiniteQuery(recordLog(useClient(), subject, id))
  const [isOpen, setIsOpen] = useState(false)
  const all = auditLines(log.data?.pages.flatMap(({ rows }) => rows) ?? [])
  const lines = isOpen ? all : all.slice(0, MAX_AT_FIRST)
  return (
    <Card title="Activity">
      {log.isPending ? (
        <output className="grid gap-4">
          <span className="sr-only">Loading activity</span>
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-8 w-1/2" />
        </output>
      ) : log.isError && lines.length === 0 ? (
        <FailureLine
          text={`Activity could not be loaded. ${log.error.message}`}
          retrying={log.isFetching}
          onRetry={() => void log.refetch()}
        />
      ) : lines.length === 0 ? (
        <p className="text-ink-muted">No changes yet.</p>
      ) : (
        <>
          <ol className="grid">
            {lines.map((line, at) => (
              <li key={line.entry.id} className="relative flex gap-3 pb-4 last:pb-0">
                {at < lines.length - 1 && (
                  <span
                    aria-hidden="true"
                    className="absolute top-9 bottom-1 left-4 w-px bg-line"
                  />
                )}
                <ActivityIcon kind={line.entry.kind} />
                <AuditLineText line={line} />
              </li>
            ))}
          </ol>
          {(lines.length < all.length || log.hasNextPage) && (
            <Button
              look="quiet"
              size="small"
              className="mt-3"
              busy={log.isFetchingNextPage}
              onClick={() => {
                setIsOpen(true)
                if (isOpen) void log.fetchNextPage()
              }}
            >
              Show earlier
            </Button>
          )}
          {log.isFetchNextPageError && (
            <p role="alert" className="mt-2 text-negative-text">
              Earlier activity could not be loaded. {log.error.message}
            </p>
          )}
        </>
      )}
    </Card>
  )
}

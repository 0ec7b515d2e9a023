import { actorWithin } from '@mandap/domain/audit/actor.ts'
import { statusChange } from '@mandap/domain/audit/status-change.ts'
import { useInfiniteQuery } from '@tanstack/preact-query'
import { recordLog } from '../../features/audit/queries.ts'
import { useClient } from '../../features/client/client-context.ts'
import { momentText } from '../../features/time/date-text.ts'

/** Says who set a booking's status. Shows nothing if the log could not be loaded, which the activity below says. */
export default function SetBy({ id, status }: { id: string; status: string }) {
  const log = useInfiniteQuery(recordLog(useClient(), 'booking', id))
  const entries = log.data?.pages.flatMap(({ rows }) => rows) ?? []
  const set = statusChange(entries, status)
  if (!set) return null
  return (
    <span className="mt-1 block text-sm font-normal text-ink-muted">
      Set by {actorWithin(set.by)}
      {set.at !== null && <span className="whitespace-nowrap">, {momentText(set.at)}</span>}
    </span>
  )
}

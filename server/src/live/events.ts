import type { ChangeEvent, PresenceEvent } from '@mandap/contract/live.ts'
import type { AuditSubject } from '@mandap/domain/audit/kind.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { committedPosition } from '../database/replica-position.ts'

/** An event as the stream sends it. `id` is null for one that is not repeated after a lost connection. */
export interface LiveEvent {
  id: number | null
  text: string
}

/** Changes that are sent one by one. More of them, such as those of one transaction, are one event `many`. */
export const MAX_LISTED = 20

const RECORDS: readonly AuditSubject[] = ['booking', 'partner', 'user', 'tempPartner']

type Row = ChangeEvent & { id: number }

/**
 * Returns the events of the audit entries after `id`, oldest first. Entries get their ids in the order of their commits,
 * so none with a smaller id becomes visible later.
 */
export async function eventsAfter(db: Database, id: number): Promise<LiveEvent[]> {
  const { rows } = await sql<Row>`
    select entry.id, kind, subject, subject_id as "subjectId", version, entry.by,
      administrator.name, (${committedPosition})::text as position
    from (select * from activity where id > ${id} order by id limit ${MAX_LISTED + 1}) as entry
    left join administrator on administrator.email = entry.by
    order by entry.id`.execute(db)
  if (rows.length <= MAX_LISTED) return rows.map(changeEvent)
  return [await manyEvent(db)]
}

/** Returns the events of the last milliseconds. */
export async function eventsSince(db: Database, ms: number): Promise<LiveEvent[]> {
  // the times of the entries never decrease
  const { rows } = await sql<{ id: number }>`
    select id from activity where at < clock_timestamp() - ${ms} * interval '1 ms'
    order by at desc, id desc limit 1`.execute(db)
  return eventsAfter(db, rows[0]?.id ?? 0)
}

/** Returns the id of the last audit entry. */
export async function lastEventId(db: Database): Promise<number> {
  return (await db.selectFrom('activity_head').select('id').executeTakeFirstOrThrow()).id
}

/** Returns the event that anything may have changed, up to the last audit entry. */
export async function manyEvent(db: Database): Promise<LiveEvent> {
  const { rows } = await sql<{ id: number; position: string }>`
    select id, (${committedPosition})::text as position from activity_head`.execute(db)
  const { id = 0, position = '0/0' } = rows[0] ?? {}
  return { id, text: eventText('many', { position }, id) }
}

/** Returns the event of records that were written without an audit entry. */
export async function bulkEvent(db: Database): Promise<LiveEvent> {
  const { rows } = await sql<{ position: string }>`
    select (${committedPosition})::text as position`.execute(db)
  const position = rows[0]?.position ?? '0/0'
  return { id: null, text: eventText('many', { position }) }
}

/** Returns the event that others have opened or closed these records. */
export function presenceEvent(records: PresenceEvent['records']): LiveEvent {
  return { id: null, text: eventText('presence', { records }) }
}

function changeEvent({ id, kind, subject, version, position, ...row }: Row): LiveEvent {
  const isRecord = RECORDS.includes(subject)
  const data: ChangeEvent = {
    kind,
    subject,
    subjectId: isRecord ? row.subjectId : null,
    version,
    by: isRecord ? row.by : null,
    name: (isRecord && row.name) || null,
    position,
  }
  return { id, text: eventText('change', data, id) }
}

/** Returns an event in the format of `text/event-stream`. */
export function eventText(event: string, data: object, id?: number): string {
  const line = id === undefined ? '' : `id: ${id}\n`
  return `${line}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

import type { Presence, PresenceReport } from '@mandap/contract/live.ts'
import { sql } from 'kysely'
import { CHANNEL } from '../database/announcement.ts'
import type { Database } from '../database/connection.ts'
import { isStorableText } from '../database/storable-text.ts'
import type { SignedIn } from '../session/bearer.ts'

/** Seconds after which a row counts no longer, because its server no longer confirms it. */
const STALE_SECONDS = 10

/** People that are listed at most. */
const MAX_LISTED = 500

/** Begins the notification that others have opened or closed a record. */
export const PRESENCE_PREFIX = 'presence '

const notifyOf = (rows: string) => sql`
  select pg_notify(${CHANNEL}, ${PRESENCE_PREFIX} || subject || ' ' || subject_id) from ${sql.raw(rows)}`

/** Stores which record a tab has open, or that it has none. Tells the other servers if that is new. */
export async function reportPresence(
  db: Database,
  { id, sessionId }: SignedIn,
  { tab, stream, record }: PresenceReport,
): Promise<void> {
  if (record === null || !isStorableText(record.subjectId)) {
    await sql`
      with gone as (
        delete from presence where tab = ${tab} and session_id = ${sessionId}
        returning subject, subject_id
      ) ${notifyOf('gone')}`.execute(db)
    return
  }
  const { subject, subjectId, isReview } = record
  await sql`
    with before as (
      select subject, subject_id from presence where tab = ${tab}
    ), stored as (
      insert into presence (tab, stream, session_id, administrator_id, subject, subject_id, is_review)
      values (${tab}, ${stream}, ${sessionId}, ${id}, ${subject}, ${subjectId}, ${isReview})
      on conflict (tab) do update set stream = excluded.stream, subject = excluded.subject,
        subject_id = excluded.subject_id, is_review = excluded.is_review, seen_at = now(),
        since = case when (presence.subject, presence.subject_id) = (excluded.subject, excluded.subject_id)
          then presence.since else now() end
      where presence.session_id = ${sessionId} and
        (presence.stream, presence.subject, presence.subject_id, presence.is_review)
          is distinct from (excluded.stream, excluded.subject, excluded.subject_id, excluded.is_review)
      returning subject, subject_id
    ), changed as (
      select * from stored union select * from before where exists (select from stored)
    ) ${notifyOf('changed')}`.execute(db)
}

/** Returns who else has a record open, or any record of the subject, the longest first. */
export async function presenceOf(
  db: Database,
  administratorId: string,
  { subject, subjectId }: { subject: 'booking' | 'partner'; subjectId?: string | undefined },
): Promise<Presence[]> {
  if (subjectId !== undefined && !isStorableText(subjectId)) return []
  const { rows } = await sql<Omit<Presence, 'since'> & { since: Date }>`
    select subject_id as "subjectId", email as by, nullif(name, '') as name,
      min(since) as since, bool_or(is_review) as "isReview"
    from presence join administrator on administrator.id = administrator_id
    where subject = ${subject} and administrator_id <> ${administratorId}
      and ${subjectId === undefined ? sql`true` : sql`subject_id = ${subjectId}`}
      and seen_at > now() - ${STALE_SECONDS} * interval '1 s'
    group by subject_id, administrator.id
    order by min(since), email limit ${MAX_LISTED}`.execute(db)
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}

/** Confirms the rows of open streams, and removes those that no server confirms. */
export async function confirmPresence(db: Database, streams: readonly string[]): Promise<void> {
  if (streams.length > 0)
    await sql`update presence set seen_at = now() where stream = any(${streams}::uuid[])`.execute(
      db,
    )
  await sql`
    with gone as (
      delete from presence where seen_at < now() - ${STALE_SECONDS} * interval '1 s'
      returning subject, subject_id
    ) ${notifyOf('gone')}`.execute(db)
}

/** Removes the rows of a stream that has ended. */
export async function endPresence(db: Database, stream: string): Promise<void> {
  await sql`
    with gone as (delete from presence where stream = ${stream} returning subject, subject_id)
    ${notifyOf('gone')}`.execute(db)
}

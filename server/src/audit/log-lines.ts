import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'

/** Milliseconds after which a new entry is in the server log. */
const INTERVAL_MS = 5000

/** Entries per transaction. */
const MAX_ENTRIES = 1000

/**
 * Writes each new entry of the audit log to the server log too, so that a collector stores it in another system. The lines
 * have no names of people other than administrators, no values and no reasons, and the hash that proves the entry. They are
 * written at each level of the log except `silent`. Nobody collects the log of a terminal: it gets no lines, and the next
 * process that writes to a pipe or a file logs the entries.
 */
export function registerAuditLines(
  app: FastifyInstance,
  db: Database,
  output: { isTTY?: boolean } = process.stdout,
): void {
  if (app.log.level === 'silent' || output.isTTY) return
  const log = app.log.child({}, { level: 'info' })
  const timer = setInterval(() => {
    logNewEntries(db, log).catch((error: unknown) => {
      // a lost database is in the log already
      if (error instanceof DatabaseUnavailable) return
      app.log.warn({ err: error }, 'The audit log could not be copied. The next run tries again.')
    })
  }, INTERVAL_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * Logs the entries that no process has logged. If the transaction fails after that, they are logged again: a line too many
 * can be recognised by its id, a missing one cannot.
 */
export async function logNewEntries(
  db: Database,
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  // without a lock, because most runs find nothing
  const { rows } = await sql<{ is_new: boolean }>`
    select exists (select from activity, activity_logged where activity.id > activity_logged.id) as is_new`.execute(
    db,
  )
  if (!rows[0]?.is_new) return
  await db.transaction().execute(async (trx) => {
    const logged = await trx
      .selectFrom('activity_logged')
      .select('id')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    // another process logs them
    if (!logged) return
    const entries = await trx
      .selectFrom('activity')
      .select(['id', 'at', 'by', 'kind', 'subject', 'subject_id as subjectId', 'version'])
      .select(['elevation', 'hash'])
      .where('id', '>', logged.id)
      .orderBy('id')
      .limit(MAX_ENTRIES)
      .execute()
    for (const { hash, ...entry } of entries)
      log.info({ audit: { ...entry, hash: hash.toString('hex') } }, 'An audit entry was added.')
    const last = entries.at(-1)
    if (last) await trx.updateTable('activity_logged').set({ id: last.id }).execute()
  })
}

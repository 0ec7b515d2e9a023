import { utcDate } from '@mandap/domain/time/days.ts'
import type { FastifyInstance } from 'fastify'
import { eraseOldAuditDetails } from '../audit/erase.ts'
import { daysBefore } from '../clock/days.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { destroyDecidedDocuments, destroyReplacedDocuments } from '../document/destroy.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { removeDocuments } from '../document-store/remove.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import { purgeDeletedPartners } from '../partner/delete.ts'
import { exportErasures } from '../erasure-list/erasure-list.ts'

/** How many days each kind of data is kept. Undefined: without end. */
export type RetentionDays = Pick<
  Config,
  'deletedPartnersDays' | 'replacedDocumentsDays' | 'decidedDocumentsDays' | 'auditDetailsDays'
>

interface Dependencies {
  db: Database
  documents: Pick<DocumentStore, 'remove'>
  /** The file of the list of destructions. */
  erasureLog: string
  retention: RetentionDays
  now: () => Date
}

/**
 * Destroys hourly the data whose retention period is over. Copies the list of destructions to its file at the start and
 * after each run.
 */
export function registerRetention(
  app: FastifyInstance,
  { db, documents, erasureLog, retention, now }: Dependencies,
): void {
  const copyList = () => exportErasures(db, erasureLog)
  app.addHook('onListen', async () => {
    copyList().catch((error: unknown) =>
      app.log.warn(
        { err: error },
        'The list of destructions is not in its file yet (ERASURE_LOG). The server tries again in an hour.',
      ),
    )
  })
  scheduleCleanup(app, 'retention', async () => {
    try {
      await destroyWhatIsDue(db, documents, retention, now())
    } finally {
      // what was destroyed before a failure is in the list too
      await copyList()
    }
  })
}

/**
 * Destroys data whose retention period is over, in small transactions. Continues after a step that fails, and throws at
 * the end. Safe to run at any time, in any number of processes.
 */
export async function destroyWhatIsDue(
  db: Database,
  documents: Pick<DocumentStore, 'remove'>,
  retention: RetentionDays,
  now: Date,
): Promise<void> {
  const { deletedPartnersDays, replacedDocumentsDays, decidedDocumentsDays, auditDetailsDays } =
    retention
  const failures: unknown[] = []
  const run = (step: Promise<unknown>) => step.catch((error: unknown) => failures.push(error))
  await run(purgeDeletedPartners(db, now, deletedPartnersDays))
  await run(removeDocuments(db, documents))
  await run(destroyReplacedDocuments(db, documents, replacedDocumentsDays, now))
  if (decidedDocumentsDays !== undefined)
    await run(destroyDecidedDocuments(db, documents, decidedDocumentsDays, now))
  if (auditDetailsDays !== undefined) {
    // once a day, because each run that finds entries adds one
    const today = new Date(utcDate(now))
    const before = daysBefore(today, auditDetailsDays)
    await run(eraseOldAuditDetails(db, before, auditDetailsDays))
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      'Some data whose retention period is over could not be destroyed.',
    )
}

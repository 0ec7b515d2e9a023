import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import type { DocumentField } from '@mandap/domain/verification/upload.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import { checkDisclosure, countDisclosure } from '../disclosure/limit.ts'
import { PARTNER } from '../partner/kind.ts'
import { awaitErasures } from '../records/erased.ts'
import type { Limits } from '../config/attempt-limits.ts'
import { findElevation, findElevationOfSession } from '../super-admin/elevation.ts'

/** Minutes in which the requests of a document's content in one session count as one opening. */
const OPENING_MINUTES = 15

interface OpenedDocument {
  id: string
  partner_id: string
  kind: DocumentField
}

/** Returns whether the document was opened in this session within the last 15 minutes. */
async function isOpened(
  db: Database,
  documentId: string,
  sessionId: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('document_opening')
    .select('opened_at')
    .where('session_id', '=', sessionId)
    .where('document_id', '=', documentId)
    .where('opened_at', '>', openedSince(now))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Throws 403 `LIMIT_REACHED` if opening a document would be beyond the limit and Super Admin is off. Counts nothing. An image
 * that is refused gives no reason, so its link is refused before.
 */
export async function checkOpening(
  db: Database,
  limits: Limits,
  documentId: string,
  request: FastifyRequest,
  now: Date,
): Promise<void> {
  const { id: administratorId, sessionId } = request.administrator
  if (await isOpened(db, documentId, sessionId, now)) return
  if ((await findElevation(db, request, now)) !== null) return
  const counter = { disclosure: 'openDocumentByAccount', administratorId } as const
  await checkDisclosure(db, limits, counter, now)
}

/**
 * Counts and records that a document was opened, unless it was opened in this session within the last 15 minutes.
 * `check` locks the document, and throws if it was destroyed since it was read. Throws 403 `LIMIT_REACHED` beyond the limit,
 * if Super Admin is off in this session.
 */
export async function recordOpening(
  db: Database,
  limits: Limits,
  document: OpenedDocument,
  { sessionId, administratorId, by }: { sessionId: string; administratorId: string; by: string },
  check: (trx: Database) => Promise<unknown>,
  now: Date,
): Promise<void> {
  const { id, partner_id: partnerId, kind } = document
  if (await isOpened(db, id, sessionId, now)) return
  await db.transaction().execute(async (trx) => {
    await awaitErasures(trx)
    await check(trx)
    // several requests at once wait here, and only the first one counts
    const opened = await trx
      .insertInto('document_opening')
      .values({ session_id: sessionId, document_id: id, opened_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['session_id', 'document_id'])
          .doUpdateSet({ opened_at: now })
          .where('document_opening.opened_at', '<=', openedSince(now)),
      )
      .returning('document_id')
      .executeTakeFirst()
    if (!opened) return
    const elevation = await countDisclosure(
      trx,
      limits,
      { disclosure: 'openDocumentByAccount', administratorId },
      () => findElevationOfSession(trx, sessionId, now),
      now,
    )
    await appendAuditEntries(trx, {
      by,
      kind: 'open',
      subject: PARTNER.subject,
      subjectId: partnerId,
      subjectName: await partnerName(trx, partnerId),
      after: { field: kind, document: documentAddress(id) },
      elevation,
    })
  })
}

/** Deletes the openings whose 15 minutes are over. */
export async function deleteOldOpenings(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('document_opening').where('opened_at', '<=', openedSince(now)).execute()
}

/** Returns the name of a partner, deleted or not; `''` if there is none. */
async function partnerName(db: Database, id: string): Promise<string> {
  const { rows } = await sql<{ body: JsonObject }>`
    select body from partner where id = ${id}
    union all select body from deleted_partner where id = ${id}
    limit 1`.execute(db)
  return rows[0] ? PARTNER.nameOf(rows[0].body) : ''
}

function openedSince(now: Date): Date {
  return new Date(now.getTime() - OPENING_MINUTES * 60_000)
}

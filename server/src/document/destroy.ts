import { SERVER } from '@mandap/domain/audit/actor.ts'
import { daysBefore } from '../clock/days.ts'
import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import { DECIDED_STATUSES } from '@mandap/domain/verification/step.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import { appendAuditEntries } from '../audit/append.ts'
import type { Database } from '../database/connection.ts'
import { withTimeLimit } from '../database/serving.ts'
import type { DocumentStore } from '../document-store/store.ts'
import { removeContents } from '../document-store/remove.ts'
import { PARTNER } from '../partner/kind.ts'
import { appendErasure } from '../erasure-list/erasure-list.ts'
import { reasonOf } from '../error/reason.ts'

/** Documents per transaction. */
const DESTROYED_AT_ONCE = 50

type Store = Pick<DocumentStore, 'remove'>

/**
 * Destroys the documents of partners whose verification was decided `days` ago or earlier. A document that arrived
 * after the decision is kept for as many days. Returns their number. Throws at the end if some could not be destroyed.
 */
export function destroyDecidedDocuments(
  db: Database,
  store: Store,
  days: number,
  now: Date,
): Promise<number> {
  const before = daysBefore(now, days)
  const isDue = sql<boolean>`d.created_at <= ${before}
    and exists (select from partner p where p.id = d.partner_id and p.status = any(${DECIDED_STATUSES}))
    and not exists (select from activity a where ${isDecisionOn(sql`d.partner_id`)} and a.at > ${before})`
  return destroyDue(db, store, isDue, days, now)
}

/**
 * Destroys the documents that were replaced by another one, `days` after the first decision on the partner since then.
 * Returns their number. Throws at the end if some could not be destroyed.
 */
export function destroyReplacedDocuments(
  db: Database,
  store: Store,
  days: number,
  now: Date,
): Promise<number> {
  const before = daysBefore(now, days)
  const isDue = sql<boolean>`d.created_at <= ${before}
    and exists (
      select from activity a
      where ${isDecisionOn(sql`d.partner_id`)} and a.at <= ${before} and a.at > (
        select min(later.created_at) from document later
        where later.partner_id = d.partner_id and later.kind = d.kind
          and (later.created_at, later.id) > (d.created_at, d.id)))
    and not ${isInUse('partner')} and not ${isInUse('deleted_partner')}`
  return destroyDue(db, store, isDue, days, now)
}

/**
 * Destroys the content of documents, with the key that only its file has, and keeps a row without the name of the file.
 * The rows are locked by the transaction. A content that cannot be removed does not keep the others from being destroyed.
 * Returns the documents that were not destroyed before, and the failures.
 */
export async function destroyDocuments(
  trx: Database,
  store: Store,
  ids: readonly string[],
  { days, now }: { days: number | null; now: Date },
): Promise<{ destroyed: { id: string; partner_id: string }[]; failures: unknown[] }> {
  // the content first: if the store fails, the next run tries again
  const { removed, failures } = await removeContents(store, ids)
  if (removed.length === 0) return { destroyed: [], failures }
  const destroyed = await trx
    .updateTable('document')
    .set({
      destroyed_at: now,
      destroyed_after_days: days,
      name: '',
      size: 0,
      sha256: Buffer.alloc(0),
      stored_size: null,
      stored_sha256: null,
      data_key: null,
    })
    .where('id', 'in', removed)
    .where('destroyed_at', 'is', null)
    .returning(['id', 'partner_id'])
    .execute()
  return { destroyed, failures }
}

function isInUse(table: 'partner' | 'deleted_partner'): RawBuilder<boolean> {
  return sql`exists (select from ${sql.table(table)} p
    where p.id = d.partner_id and p.body ->> d.kind = ${documentAddress('')} || d.id)`
}

function isDecisionOn(partnerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`a.subject = ${PARTNER.subject} and a.subject_id = ${partnerId} and a.kind = 'decide'`
}

async function destroyDue(
  db: Database,
  store: Store,
  isDue: RawBuilder<boolean>,
  days: number,
  now: Date,
): Promise<number> {
  const failures: unknown[] = []
  let destroyed = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const some = await destroySome(db, store, sql`d.id > ${after} and ${isDue}`, days, now)
    destroyed += some.destroyed
    failures.push(...some.failures)
    // if no document of a full batch can be removed, the store does not answer
    const isAway = some.failures.length === DESTROYED_AT_ONCE
    after = isAway ? undefined : some.last
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Documents could not be destroyed: ${reasonOf(failures[0])}`)
  return destroyed
}

/** Destroys the next documents in the order of their ids. Returns their number, the failures, and the id of the last one. */
function destroySome(
  db: Database,
  store: Store,
  isDue: RawBuilder<boolean>,
  days: number,
  now: Date,
): Promise<{ destroyed: number; failures: unknown[]; last: string | undefined }> {
  // with a million documents the search takes longer than a call
  return withTimeLimit(db, null)
    .transaction()
    .execute(async (trx) => {
      const { rows } = await sql<{ id: string }>`
        select d.id from document d
        where d.destroyed_at is null and d.specimen is null and ${isDue}
        order by d.id limit ${DESTROYED_AT_ONCE}
        -- another process may be destroying the same documents
        for update of d skip locked`.execute(trx)
      const ids = rows.map(({ id }) => id)
      const { destroyed, failures } = await destroyDocuments(trx, store, ids, { days, now })
      await appendErasure(
        trx,
        ...destroyed.map(
          ({ id }) => ({ kind: 'destroy', subject: 'document', subjectId: id }) as const,
        ),
      )
      await recordDestruction(trx, destroyed, days)
      return { destroyed: destroyed.length, failures, last: ids.at(-1) }
    })
}

/** Adds an audit entry for each partner whose documents were destroyed. `days` is null if no rule destroyed them. */
export async function recordDestruction(
  trx: Database,
  destroyed: readonly { id: string; partner_id: string }[],
  days: number | null,
  by: string = SERVER,
): Promise<void> {
  if (destroyed.length === 0) return
  const ofPartner = Map.groupBy(destroyed, ({ partner_id }) => partner_id)
  const names = await partnerNames(trx, [...ofPartner.keys()])
  await appendAuditEntries(
    trx,
    ...[...ofPartner].map(([partnerId, documents]) => ({
      by,
      kind: 'destroy' as const,
      subject: PARTNER.subject,
      subjectId: partnerId,
      subjectName: names.get(partnerId) ?? '',
      after: {
        documents: documents.map(({ id }) => documentAddress(id)),
        ...(days !== null && { days }),
      },
    })),
  )
}

async function partnerNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; body: JsonObject }>`
    select id, body from partner where id = any(${ids})
    union all select id, body from deleted_partner where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, body }) => [id, PARTNER.nameOf(body)]))
}

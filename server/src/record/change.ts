import type { RecordChange } from '@mandap/contract/booking.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { FastifyReply } from 'fastify'
import type { Database } from '../database/connection.ts'
import { envelope, Problem } from '../problem.ts'
import { difference } from './difference.ts'
import type { RecordKind } from './kind.ts'
import { onTheWire } from './read.ts'
import { storable } from './storable.ts'
import { lockRows, type StoredRow, updateRows } from './write.ts'

/** What came of a change: the record as it now is, or why it was not made. */
export type Outcome =
  | { is: 'done'; row: StoredRow }
  | { is: 'missing' }
  | { is: 'stale'; row: StoredRow; changes: RecordChange[] }

export interface ChangeRequest {
  id: string
  /** The version that the change was made on; null to change whichever is there. */
  version: number | null
  by: string
  /** The record as it shall be. May throw a `Problem`, and nothing is changed. */
  change: (body: JsonObject) => JsonObject
}

/** Changes one record, locked meanwhile, and records who changed what. What is the same stays. */
export function changeRecord<F extends { id: string }>(
  db: Database,
  kind: RecordKind<F>,
  { id, version, by, change }: ChangeRequest,
): Promise<Outcome> {
  return db.transaction().execute(async (trx): Promise<Outcome> => {
    const [row] = await lockRows(trx, kind, [id])
    if (!row) return { is: 'missing' }
    if (version !== null && version !== row.version)
      return { is: 'stale', row, changes: await changesSince(trx, kind, id, version) }
    const record = storable(kind, change(row.body))
    if (record.facts.id !== id)
      throw new Problem(400, 'INVALID', 'The id of a record cannot be changed.', '_id')
    const differing = difference(row.body, record.body)
    if (differing === null) return { is: 'done', row }
    await updateRows(trx, kind, [{ record, difference: differing }], by)
    return { is: 'done', row: { id, body: record.body, version: row.version + 1 } }
  })
}

async function changesSince(
  db: Database,
  kind: Pick<RecordKind, 'subject'>,
  id: string,
  version: number,
): Promise<RecordChange[]> {
  const rows = await db
    .selectFrom('activity')
    .select(['version', 'at', 'by', 'before', 'after'])
    .where('subject', '=', kind.subject)
    .where('subject_id', '=', id)
    .where('version', '>', version)
    .orderBy('version')
    .$narrowType<{ version: number }>()
    .execute()
  return rows.map(({ at, by, before, after, ...change }) => ({
    version: change.version,
    at: at.toISOString(),
    by,
    fields: [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
      field,
      ...(Object.hasOwn(before, field) && { before: before[field] }),
      ...(Object.hasOwn(after, field) && { after: after[field] }),
    })),
  }))
}

/** The version of an `If-Match` that the contract allows; null for none and for `*`. */
export function versionOf(ifMatch: string | undefined): number | null {
  const digits = ifMatch && /\d+/.exec(ifMatch)?.[0]
  return digits ? Number(digits) : null
}

export function sendRecord(reply: FastifyReply, { version }: StoredRow, record: JsonObject) {
  return reply.header('etag', `"${version}"`).send(record)
}

/** Answers 409 with the current record and what was changed since. */
export function sendStale(
  reply: FastifyReply,
  { row, changes }: Outcome & { is: 'stale' },
  show: (record: JsonObject) => JsonObject = (record) => record,
) {
  const message = 'Somebody else changed this record meanwhile.'
  return reply
    .code(409)
    .header('etag', `"${row.version}"`)
    .send({ ...envelope('STALE', message), current: show(onTheWire(row)), changes })
}

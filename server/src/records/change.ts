import type { RecordChange } from '@mandap/contract/booking.ts'
import { maskedField } from '@mandap/domain/partner/personal-record.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { FastifyReply } from 'fastify'
import type { Database } from '../database/connection.ts'
import { envelope, invalid, notFound } from '../http/http-error.ts'
import { JSON_TYPE } from '../http/route.ts'
import type { Answer } from '../http/write-route.ts'
import type { RecordKind } from './kind.ts'
import { recordChanges } from './record-changes.ts'
import { refuseErased } from './erased.ts'
import { type RecordText, serialize } from './read.ts'
import { toStoredRecord } from './stored-record.ts'
import { type AuditDescription, lockRows, type StoredRow, updateRows } from './write.ts'

/** The result of a change: the new record, or why it was not made. */
export type Outcome =
  | { is: 'done'; row: StoredRow }
  | { is: 'missing' }
  | { is: 'stale'; row: StoredRow; changes: RecordChange[] }

/** The changed record, and the kind of its audit entry; 'update' if none is given. */
export interface Changed {
  body: JsonObject
  audit?: AuditDescription
}

export interface ChangeRequest {
  id: string
  /** The version that the change is based on; null to change any version. */
  version: number | null
  by: string
  /** Returns the change of the locked record. May throw an `HttpError`; then nothing changes. */
  change: (body: JsonObject, trx: Database) => Changed | Promise<Changed>
}

/**
 * Changes one record, which stays locked until the transaction ends, and adds the audit entry as the last
 * step. Writes nothing if the record stays the same.
 */
export async function changeRecordIn<F extends { id: string }>(
  trx: Database,
  kind: RecordKind<F>,
  { id, version, by, change }: ChangeRequest,
): Promise<Outcome> {
  const [row] = await lockRows(trx, kind, [id])
  if (!row) return { is: 'missing' }
  if (isStale(row, version)) return stale(trx, kind, row, version)
  refuseErased(row.body)
  const { body, audit } = await change(row.body, trx)
  const record = toStoredRecord(kind, body)
  if (record.indexFields.id !== id) throw invalid('_id', 'The id of a record cannot be changed.')
  const [changed] = await recordChanges(trx, kind, [{ before: row.body, record }])
  if (!changed) return { is: 'done', row }
  await updateRows(trx, kind, [{ ...changed, audit }], by)
  return { is: 'done', row: { id, body: record.body, version: row.version + 1 } }
}

/** Returns whether the record was changed since the version that a change is based on. */
export function isStale(row: StoredRow, version: number | null): version is number {
  return version !== null && version !== row.version
}

/** Returns the result of a change that is based on an old version: the record, and the changes since then. */
export async function stale(
  trx: Database,
  kind: Pick<RecordKind, 'subject'>,
  row: StoredRow,
  version: number,
): Promise<Outcome & { is: 'stale' }> {
  return { is: 'stale', row, changes: await changesSince(trx, kind, row.id, version) }
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
    .orderBy('id')
    .$narrowType<{ version: number }>()
    .execute()
  return rows.map(({ at, by, before, after, ...change }) => ({
    version: change.version,
    at: at.toISOString(),
    by,
    fields: [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
      field,
      ...(Object.hasOwn(before, field) && { before: maskedField(field, before[field]) }),
      ...(Object.hasOwn(after, field) && { after: maskedField(field, after[field]) }),
    })),
  }))
}

/** Returns the version of a valid `If-Match`; null for none and for `*`. */
export function versionOf(ifMatch: string | undefined): number | null {
  const digits = ifMatch && /\d+/.exec(ifMatch)?.[0]
  return digits ? Number(digits) : null
}

/** Sends a record that was read as text, or another text that contains it. */
export function sendRecord(reply: FastifyReply, { text, version }: RecordText, body = text) {
  return reply.header('etag', etagOf(version)).type(JSON_TYPE).send(body)
}

/** Returns the response of a write, with the new record. */
export function recordAnswer(row: StoredRow, status = 200): Answer {
  return { status, etag: etagOf(row.version), body: serialize(row) }
}

/**
 * Returns the response of a change: the record, 404 with `missing`, or 409 with the current record and the
 * changes since.
 */
export function changeAnswer(outcome: Outcome, missing: string): Answer {
  switch (outcome.is) {
    case 'done':
      return recordAnswer(outcome.row)
    case 'missing':
      throw notFound(missing)
    case 'stale': {
      const { row, changes } = outcome
      const message = 'Someone else has changed this record.'
      const body = { ...envelope('STALE', message), current: serialize(row), changes }
      return { status: 409, etag: etagOf(row.version), body }
    }
  }
}

function etagOf(version: number): string {
  return `"${version}"`
}

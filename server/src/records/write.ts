import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import { type NewAuditEntry, appendAuditEntries } from '../audit/append.ts'
import { COLUMN_TYPES, columnName } from '../database/columns.ts'
import type { Database } from '../database/connection.ts'
import { isStorableText } from '../database/storable-text.ts'
import type { Difference } from './difference.ts'
import type { IndexedTable, RecordKind } from './kind.ts'
import { deleteReplacedValues, storePersonalValues } from './personal-values.ts'
import type { StoredRecord } from './stored-record.ts'

export interface StoredRow {
  id: string
  body: JsonObject
  version: number
}

/** A row that its transaction has locked. */
export interface LockedRow extends StoredRow {
  /** The e-mail address of the administrator who changed it last, or the name of a command. */
  updatedBy: string
}

/** How the audit log describes a change. `after` has fields that it names although they may be as before. */
export type AuditDescription = Pick<NewAuditEntry, 'kind' | 'reason' | 'elevation' | 'after'>

/** A changed record: its old and new content, their difference, and its audit entry. */
export interface Change<F> {
  before: JsonObject
  /** Its true values are those that are new, or whose masks differ. */
  record: StoredRecord<F>
  difference: Difference
  audit?: AuditDescription | undefined
}

/** Locks the rows of these ids, always in the same order, until the transaction ends. */
export async function lockRows<F extends { id: string }>(
  trx: Database,
  kind: RecordKind<F>,
  ids: readonly string[],
): Promise<LockedRow[]> {
  const { rows } = await sql<LockedRow>`
    select id, body, version, updated_by as "updatedBy" from ${sql.table(kind.table)}
    where id = any(${ids.filter(isStorableText)}::text[]) order by id for update`.execute(trx)
  return rows
}

/** Inserts the records whose ids do not exist, with their true values. Returns the inserted ids. */
export async function insertRows<F extends { id: string }>(
  trx: Database,
  kind: RecordKind<F>,
  records: readonly StoredRecord<F>[],
  by: string,
): Promise<Set<string>> {
  const names = indexFieldNames(kind)
  // in the order of lockRows, because the trigger of partners also locks the rows that exist
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(kind.table)} (body, updated_by, ${sql.raw(names.join(', '))})
    select body, ${by}, ${sql.raw(names.join(', '))} from ${recordset(kind, records)}
    order by id collate "C"
    on conflict (id) do nothing returning id`.execute(trx)
  const inserted = new Set(rows.map((row) => row.id))
  const stored = records.filter(({ indexFields }) => inserted.has(indexFields.id))
  await storePersonalValues(trx, kind.subject, stored.map(valuesOf))
  return inserted
}

/** Writes changed records to rows that the caller has locked, and adds the audit entries. */
export async function updateRows<F extends { id: string }>(
  trx: Database,
  kind: RecordKind<F>,
  changes: readonly Change<F>[],
  by: string,
): Promise<void> {
  const versions = await writeBodies(
    trx,
    kind,
    changes.map(({ record }) => record),
    by,
  )
  await deleteReplacedValues(
    trx,
    kind.subject,
    changes.map(({ before, record }) => ({
      id: record.indexFields.id,
      before,
      after: record.body,
    })),
  )
  await storePersonalValues(
    trx,
    kind.subject,
    changes.map(({ record }) => valuesOf(record)),
  )
  await appendAuditEntries(
    trx,
    ...changes.map(({ record, difference, audit = { kind: 'update' } }) => ({
      by,
      ...audit,
      subject: kind.subject,
      subjectId: record.indexFields.id,
      subjectName: kind.nameOf(record.body),
      version: versions.get(record.indexFields.id) ?? 0,
      ...difference,
      after: { ...audit.after, ...difference.after },
    })),
  )
}

/**
 * Writes bodies and index fields to rows that the caller has locked, as a new version of each. Returns the versions by
 * id. Changes no true value, and adds no audit entry.
 */
export async function writeBodies<F extends { id: string }>(
  trx: Database,
  kind: RecordKind<F>,
  records: readonly StoredRecord<F>[],
  by: string,
): Promise<Map<string, number>> {
  const indexFields = indexFieldNames(kind).filter((name) => name !== 'id')
  const assignments = ['body', ...indexFields].map((name) => `${name} = changed.${name}`)
  const { rows } = await sql<{ id: string; version: number }>`
    update ${sql.table(kind.table)} as stored
    set ${sql.raw(assignments.join(', '))}, version = stored.version + 1,
      updated_at = now(), updated_by = ${by}
    from ${recordset(kind, records)}
    where stored.id = changed.id returning stored.id, stored.version`.execute(trx)
  return new Map(rows.map((row) => [row.id, row.version]))
}

/** Returns the true values of a record, with its id. */
export function valuesOf<F extends { id: string }>({ indexFields, values }: StoredRecord<F>) {
  return { id: indexFields.id, values }
}

/**
 * Writes only the index fields that differ, to rows that the caller has locked. Changes no version, and adds
 * no audit entry.
 */
export async function writeIndexFields<F extends { id: string }>(
  trx: Database,
  kind: IndexedTable<F>,
  records: readonly StoredRecord<F>[],
): Promise<void> {
  const indexFields = indexFieldNames(kind).filter((name) => name !== 'id')
  const of = (table: string) => sql.raw(indexFields.map((name) => `${table}.${name}`).join(', '))
  await sql`
    update ${sql.table(kind.table)} as stored
    set ${sql.raw(indexFields.map((name) => `${name} = changed.${name}`).join(', '))}
    from ${recordset(kind, records)}
    where stored.id = changed.id
      and row(${of('stored')}) is distinct from row(${of('changed')})`.execute(trx)
}

/** Returns the index fields of a kind, in the order of its columns. */
export function indexFieldNames<F extends { id: string }>(kind: IndexedTable<F>): string[] {
  return Object.keys(kind.columns).map(columnName)
}

function recordset<F extends { id: string }>(
  kind: IndexedTable<F>,
  records: readonly StoredRecord<F>[],
) {
  const rows = records.map(({ body, indexFields }) => ({
    body,
    ...Object.fromEntries(
      Object.entries(indexFields).map(([field, value]) => [columnName(field), value]),
    ),
  }))
  const types = Object.entries(kind.columns).map(
    ([field, type]) => `${columnName(field)} ${COLUMN_TYPES[type]}`,
  )
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as changed(body jsonb, ${sql.raw(types.join(', '))})`
}

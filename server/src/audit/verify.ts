import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** An entry that was noted outside the database: its id and hash, as `verifyAuditLog` returned them. */
export interface Noted {
  id: number
  hash: string
}

/** The last entry of an intact audit log, or the first entry that was changed. */
export type Verdict =
  | { is: 'whole'; count: number; last: Noted }
  | { is: 'broken'; id: number; why: string }

/** Rows per query. */
const CHUNK = 2000

const START = '00'.repeat(32)

/**
 * Reads the audit log from its first entry and computes every hash again, without the functions of the
 * database. With an entry that was `noted` earlier, it also proves that no entry up to there was replaced.
 */
export function verifyAuditLog(db: Database, noted?: Noted): Promise<Verdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const head = await trx.selectFrom('activity_head').selectAll().executeTakeFirstOrThrow()
      let last: Noted = { id: 0, hash: START }
      for await (const record of records(trx)) {
        const flaw =
          record.id > head.id
            ? { id: record.id, why: 'was added after the last one.' }
            : flawOf(record, last, noted)
        if (flaw) return { is: 'broken', ...flaw }
        last = { id: record.id, hash: record.hash }
      }
      if (last.id < head.id)
        return broken(last.id + 1, `is missing: the audit log had ${head.id} entries.`)
      if (last.hash !== head.hash.toString('hex'))
        return broken(last.id, 'is not the last one that was written.')
      if (noted && noted.id > last.id)
        return broken(last.id + 1, `is missing: entry ${noted.id} was noted earlier.`)
      return { is: 'whole', count: last.id, last }
    })
}

interface StoredRecord {
  id: number
  /** Returns the text that the hash is computed from. */
  content: string
  previous: string
  hash: string
}

async function* records(db: Database): AsyncGenerator<StoredRecord> {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const { rows } = await sql<StoredRecord>`
      select id, encode(previous, 'hex') as previous, encode(hash, 'hex') as hash, jsonb_build_array(
        id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), by, kind, subject, subject_id,
        subject_name, version, before, after, reason, elevation, search_text,
        encode(previous, 'hex'))::text as content
      from activity where id > ${last} order by id limit ${CHUNK}`.execute(db)
    yield* rows
    last = rows.at(-1)?.id ?? last
    if (rows.length < CHUNK) return
  }
}

/** Returns what is wrong with the entry after `last`, and which entry it is; `null` if nothing is. */
function flawOf({ id, content, previous, hash }: StoredRecord, last: Noted, noted?: Noted) {
  if (id > last.id + 1) return { id: last.id + 1, why: 'is missing.' }
  if (id <= last.id) return { id, why: 'was added before the first one.' }
  // the entry matches its own hash, so the entry before it was replaced
  if (createHash('sha256').update(content).digest('hex') !== hash)
    return { id, why: 'is not what was written.' }
  if (previous !== last.hash)
    return last.id === 0
      ? { id, why: 'is not the first one.' }
      : { id: last.id, why: `was replaced after entry ${id} was written.` }
  if (id === noted?.id && hash !== noted.hash)
    return { id, why: 'or an earlier one was replaced since it was noted.' }
  return null
}

function broken(id: number, why: string): Verdict {
  return { is: 'broken', id, why }
}

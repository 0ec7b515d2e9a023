import { counted } from '@mandap/domain/text/counted.ts'
import { createHash } from 'node:crypto'
import { REBUILT_INTACT } from '@mandap/domain/audit/kind.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** An entry that was noted outside the database: its id and hash, as `verifyAuditLog` returned them. */
export interface Noted {
  id: number
  hash: string
}

/** The last entry of an intact audit log, or the first entry that was changed. */
export type Verdict =
  | {
      is: 'whole'
      count: number
      /** Entries whose personal details were erased. */
      erased: number
      last: Noted
      /**
       * What was found about an entry that was noted before the chain was built again: it matches the earlier chain, or
       * cannot be compared with it, because details of entries up to there were erased.
       */
      earlierNote?: 'matches' | 'erased'
    }
  | { is: 'broken'; id: number; why: string }

/** Rows per query. */
const CHUNK = 2000

const START = '00'.repeat(32)

/** The columns of an entry that every hash begins with. */
const ID_AND_TIME = sql`id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), by, kind, subject, subject_id`

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
      let erased = 0
      let rebuilt: StoredRecord | undefined
      let isNoteRefuted = false
      for await (const record of records(trx)) {
        const flaw =
          record.id > head.id
            ? { id: record.id, why: 'was added after the last one.' }
            : flawOf(record, last)
        if (flaw) return { is: 'broken', ...flaw }
        last = { id: record.id, hash: record.hash }
        if (record.kind === 'rebuildChain') rebuilt ??= record
        else if (record.salt === null) erased += 1
        if (record.id === noted?.id) isNoteRefuted = record.hash !== noted.hash
      }
      if (last.id < head.id)
        return broken(
          last.id + 1,
          `is missing: the audit log had ${counted(head.id, ['entry', 'entries'])}.`,
        )
      if (last.hash !== head.hash.toString('hex'))
        return broken(last.id, 'is not the last one that was written.')
      if (noted && noted.id > last.id)
        return broken(last.id + 1, `is missing: entry ${noted.id} was noted earlier.`)
      if (rebuilt && rebuilt.subjectId !== REBUILT_INTACT)
        return broken(rebuilt.id, `says that the chain was ${rebuilt.subjectId} before.`)
      const whole = { is: 'whole', count: last.id, erased, last } as const
      if (!noted || !isNoteRefuted) return whole
      const earlier = noted.id < (rebuilt?.id ?? 0) ? await earlierHash(trx, noted.id) : undefined
      if (earlier === null) return { ...whole, earlierNote: 'erased' }
      if (earlier === noted.hash) return { ...whole, earlierNote: 'matches' }
      return broken(noted.id, 'or an earlier one was replaced since it was noted.')
    })
}

interface StoredRecord {
  id: number
  kind: string
  subjectId: string
  /** Returns the text that the hash is computed from. */
  content: string
  /** Returns the personal part of the entry, to which `commitment` commits. */
  personal: string
  /** Null if the personal part was erased. */
  salt: string | null
  /** Whether the personal part is what an erasure leaves. */
  isEmptied: boolean
  commitment: string
  previous: string
  hash: string
}

function records(db: Database): AsyncGenerator<StoredRecord> {
  return inOrder(
    db,
    sql<StoredRecord>`id, kind, subject_id as "subjectId",
      jsonb_build_array(${ID_AND_TIME}, version, elevation, encode(commitment, 'hex'), encode(previous, 'hex'))::text
        as content,
      jsonb_build_array(subject_name, before, after, reason, search_text)::text as personal,
      encode(salt, 'hex') as salt,
      subject_name = '' and before = '{}' and after = '{}' and reason is null
        and search_text = lower(by || E'\n' || subject_id) as "isEmptied",
      encode(commitment, 'hex') as commitment, encode(previous, 'hex') as previous, encode(hash, 'hex') as hash`,
  )
}

async function* inOrder<R extends { id: number }>(
  db: Database,
  columns: RawBuilder<R>,
): AsyncGenerator<R> {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const { rows } = await sql<R>`
      select ${columns} from activity where id > ${last} order by id limit ${CHUNK}`.execute(db)
    yield* rows
    last = rows.at(-1)?.id ?? last
    if (rows.length < CHUNK) return
  }
}

/** Returns what is wrong with the entry after `last`, and which entry it is; `null` if nothing is. */
function flawOf(record: StoredRecord, last: Noted) {
  const { id, content, previous, hash } = record
  if (id > last.id + 1) return { id: last.id + 1, why: 'is missing.' }
  if (id <= last.id) return { id, why: 'was added before the first one.' }
  // the entry matches its own hash, so the entry before it was replaced
  if (sha256(content) !== hash || !isCommitted(record))
    return { id, why: 'is not what was written.' }
  if (previous !== last.hash)
    return last.id === 0
      ? { id, why: 'is not the first one.' }
      : { id: last.id, why: `was replaced after entry ${id} was written.` }
  return null
}

/** Returns whether the personal part is the one that was written, or was erased. */
function isCommitted({ personal, salt, isEmptied, commitment }: StoredRecord): boolean {
  if (salt === null) return isEmptied
  return sha256(Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(personal)])) === commitment
}

/**
 * Returns the hash that an entry had before the chain was built again, which contained the personal parts of all
 * entries up to there. Returns null if one of them was erased.
 */
async function earlierHash(db: Database, id: number): Promise<string | null> {
  let hash = START
  const columns = sql<{
    id: number
    isErased: boolean
    content: string
  }>`id, salt is null as "isErased",
    jsonb_build_array(${ID_AND_TIME}, subject_name, version, before, after, reason, elevation, search_text)::text
      as content`
  for await (const record of inOrder(db, columns)) {
    if (record.id > id) return hash
    if (record.isErased) return null
    hash = sha256(`${record.content.slice(0, -1)}, "${hash}"]`)
  }
  return hash
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function broken(id: number, why: string): Verdict {
  return { is: 'broken', id, why }
}

import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readInstant, readObject } from '@mandap/domain/wire/read.ts'
import type { Database } from '../database/connection.ts'
import { flushFolder } from '../files/flush-folder.ts'

/**
 * What was destroyed: `purge` removes a deleted partner for good with their documents, `erase` makes a person
 * anonymous, `destroy` removes the content of one document.
 */
export type NewErasure =
  | { kind: 'purge'; subject: 'partner'; subjectId: string }
  | { kind: 'erase'; subject: 'partner' | 'user' | 'tempPartner'; subjectId: string }
  | { kind: 'destroy'; subject: 'document'; subjectId: string }

/** An entry of the list of destructions. It has no personal data. */
export type Erasure = NewErasure & {
  /** A UUID. */
  id: string
  /** An instant in UTC, such as `2026-11-25T03:00:00.000Z`. */
  at: string
}

/** Returns the file of the list if ERASURE_LOG is not set: beside the folder of the embedded PostgreSQL. */
export function defaultErasureLog(dataDir: string): string {
  return join(dataDir, 'erasures.jsonl')
}

/** Adds entries to the list in the database, in the transaction that destroys. `exportErasures` copies them later. */
export async function appendErasure(trx: Database, ...entries: NewErasure[]): Promise<void> {
  if (entries.length === 0) return
  await trx
    .insertInto('erasure')
    .values(
      entries.map(({ kind, subject, subjectId }) => ({ kind, subject, subject_id: subjectId })),
    )
    .execute()
}

/** What a file of the list says. */
export interface ReadErasures {
  /** Each entry once, in the order of the file. */
  erasures: Erasure[]
  /** How many lines cannot be read. */
  unreadable: number
  /** Whether the file ends with its number of entries, and has as many. An empty file does not. */
  isComplete: boolean
}

/**
 * Appends the entries of the database that the file lacks, and returns their number. Several processes may do this at
 * once: an entry that is in the file twice counts once.
 */
export async function exportErasures(db: Database, file: string): Promise<number> {
  const written = await readErasures(file)
  const known = new Set(written?.erasures.map(({ id }) => id))
  const missing = (await storedErasures(db)).filter(({ id }) => !known.has(id))
  // no entry says that nothing was destroyed, and no end says that the list was lost or cut off
  if (missing.length > 0 || !written?.isComplete)
    await appendLines(file, [
      ...missing.map((entry) => JSON.stringify(entry)),
      JSON.stringify({ entries: known.size + missing.length }),
    ])
  return missing.length
}

/** Reads a file of the list. Returns undefined if there is none. */
export async function readErasures(file: string): Promise<ReadErasures | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const found = lines.map(lineOf)
  const erasures = new Map(
    found.flatMap((line) => (line.is === 'entry' ? [[line.entry.id, line.entry]] : [])),
  )
  const last = found.at(-1)
  return {
    erasures: [...erasures.values()],
    unreadable: found.filter(({ is }) => is === 'unreadable').length,
    isComplete: last?.is === 'end' && last.entries <= erasures.size,
  }
}

/** Adds an entry of a file to the list in the database, as the same entry, when it was repeated. */
export async function keepErasure(
  trx: Database,
  { id, at, kind, subject, subjectId }: Erasure,
): Promise<void> {
  await trx
    .insertInto('erasure')
    .values({ id, at: new Date(at), kind, subject, subject_id: subjectId })
    // another process may have repeated it
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the entries of a file that the database lacks: what a restored backup has to destroy again. */
export async function erasuresToRepeat(
  db: Database,
  entries: readonly Erasure[],
): Promise<Erasure[]> {
  const stored = new Set((await storedErasures(db)).map(({ id }) => id))
  return entries.filter(({ id }) => !stored.has(id))
}

async function storedErasures(db: Database): Promise<Erasure[]> {
  const rows = await db.selectFrom('erasure').selectAll().orderBy('at').orderBy('id').execute()
  return rows.map(
    ({ id, at, kind, subject, subject_id }) =>
      // `appendErasure` wrote the combination
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      ({ id, at: at.toISOString(), kind, subject, subjectId: subject_id }) as Erasure,
  )
}

const KINDS: { [K in Erasure['kind']]: readonly (Erasure & { kind: K })['subject'][] } = {
  purge: ['partner'],
  erase: ['partner', 'user', 'tempPartner'],
  destroy: ['document'],
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** `end` is the number of entries up to it. `unreadable` may be a line that was cut off. */
type Line = { is: 'entry'; entry: Erasure } | { is: 'end'; entries: number } | { is: 'unreadable' }

function lineOf(line: string): Line {
  try {
    const value: unknown = JSON.parse(line)
    if (isErasure(value)) return { is: 'entry', entry: value }
    const { entries } = readObject(value)
    if (typeof entries === 'number') return { is: 'end', entries }
  } catch {
    // the process was killed while it wrote
  }
  return { is: 'unreadable' }
}

function isErasure(value: unknown): value is Erasure {
  if (typeof value !== 'object' || value === null) return false
  const entry: Partial<Record<keyof Erasure, unknown>> = value
  const isText = [entry.id, entry.at, entry.subjectId].every((field) => typeof field === 'string')
  // one damaged entry must not prevent the repetition of the others
  const isStorable = UUID.test(String(entry.id)) && readInstant(entry.at) !== null
  const subjects = Object.entries(KINDS).find(([kind]) => kind === entry.kind)?.[1]
  return isText && isStorable && (subjects?.some((subject) => subject === entry.subject) ?? false)
}

/** Appends whole lines and flushes them to the disk. */
async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a', 0o600)
  try {
    const { size } = await handle.stat()
    // a line that was cut off must not take the next one with it
    const before = size > 0 && lines.length > 0 ? '\n' : ''
    await handle.appendFile(before + lines.map((line) => `${line}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await flushFolder(dirname(file))
}

import { counted } from '@mandap/domain/text/counted.ts'
import { pipeline } from 'node:stream/promises'
import { Client, DatabaseError } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { reasonOf } from '../error/reason.ts'
import { BackupError } from './backup-error.ts'
import type { Part } from './container.ts'
import {
  DOCUMENT_PREFIX,
  MANIFEST,
  type Manifest,
  type Sequence,
  SUMMARY,
  type Summary,
  type Table,
  TABLE_PREFIX,
} from './content.ts'
import type { DocumentTarget } from './document-target.ts'
import { jsonOf, type OpenBackup } from './read.ts'
import { createSchema, type EmptiedSchema, emptySchema, refuseFilled } from './schema.ts'
import { copyTarget, applyCopySettings } from './snapshot.ts'

export interface Restored {
  manifest: Manifest
  summary: Summary
  /** SHA-256 of the rows of each table as COPY wrote them. */
  tableHashes: ReadonlyMap<string, Buffer>
  /** Tables of the backup that Mandap does not have, which were left out. */
  foreignTables: string[]
}

/** Returns whether PostgreSQL answered that it did not store anything. It ends the session after any worse error. */
async function isRefusal(client: Client, error: unknown): Promise<boolean> {
  // the severity of an error is in the language of the server
  return (
    error instanceof DatabaseError &&
    client.query('select').then(
      () => true,
      () => false,
    )
  )
}

/** Thrown if the connection was lost during the commit, so that it is unknown whether the restore was committed. */
export class UnansweredCommit extends BackupError {
  constructor(reason: string) {
    super(
      `The database did not say whether it stored everything (${reason}), so it may have all of it or nothing.`,
    )
  }
}

/**
 * Restores a backup into an empty database and its documents into the target that `openTarget` opens, all or nothing. `url`
 * connects with the role that will own the tables. `openTarget` is called when no other restore can write to the same
 * database.
 */
export async function restoreBackup(
  backup: OpenBackup,
  url: string,
  openTarget: (client: Client) => Promise<DocumentTarget>,
  progress?: (bytes: number) => void,
): Promise<Restored> {
  const client = new Client({ connectionString: url })
  // without a listener, a connection that is lost between two queries would end the process
  client.on('error', () => {})
  await client.connect()
  let target: DocumentTarget | undefined
  let isCommitting = false
  try {
    await applyCopySettings(client)
    await client.query('begin')
    await refuseInUse(client)
    await refuseFilled(client)
    const opened = await openTarget(client)
    target = opened
    const restored = await backup.read((parts) => restoreParts(client, opened, parts), progress)
    await opened.keep()
    isCommitting = true
    await client.query('commit')
    // PostgreSQL does the same later, so a failure must not look like a restore that failed
    await client.query('analyze').catch(() => {})
    return restored
  } catch (error) {
    // a commit without an answer may have happened
    if (isCommitting && !(await isRefusal(client, error)))
      throw new UnansweredCommit(reasonOf(error))
    await target?.discard()
    throw error
  } finally {
    // also ends an open transaction
    await client.end()
  }
}

// a server that starts now waits for the same lock, and then finds the restored database
async function refuseInUse(client: Client) {
  const { rows } = await client.query<{ ours: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('mandap.migrate')) as ours`,
  )
  if (!rows[0]?.ours)
    throw new BackupError('A server or a command uses this database. Stop it and try again.')
}

async function restoreParts(
  client: Client,
  target: DocumentTarget,
  parts: AsyncIterable<Part>,
): Promise<Restored> {
  const tableHashes = new Map<string, Buffer>()
  const foreignTables: string[] = []
  const rows: Record<string, number> = {}
  let begun: { manifest: Manifest; schema: EmptiedSchema } | undefined
  let summary: Summary | undefined
  for await (const part of parts) {
    if (part.name === MANIFEST) begun = await beginSchema(client, part)
    else if (part.name === SUMMARY) summary = await jsonOf<Summary>(part)
    else if (part.name.startsWith(DOCUMENT_PREFIX))
      await target.put(part.name.slice(DOCUMENT_PREFIX.length), part.type ?? '', part.content)
    else {
      const name = part.name.slice(TABLE_PREFIX.length)
      const table = begun?.manifest.tables.find((one) => one.name === name)
      if (!begun || !table || !part.name.startsWith(TABLE_PREFIX))
        throw new BackupError(`This release does not know the part '${part.name}' of the backup.`)
      if (begun.schema.tables.has(name)) {
        rows[name] = await copyIn(client, table, part)
        tableHashes.set(name, part.sha256())
      } else {
        foreignTables.push(name)
        for await (const _ of part.content);
      }
    }
  }
  if (!begun || !summary) throw new BackupError('The backup has no end.')
  for (const [name, count] of Object.entries(rows))
    if (summary.rows[name] !== count)
      throw new BackupError(
        `${name} has ${counted(count, ['row', 'rows'])} and should have ${summary.rows[name]}.`,
      )
  await setSequences(client, begun.manifest.sequences)
  await begun.schema.finish()
  return { manifest: begun.manifest, summary, tableHashes, foreignTables }
}

async function beginSchema(client: Client, part: Part) {
  const manifest = await jsonOf<Manifest>(part)
  await createSchema(client, manifest)
  return { manifest, schema: await emptySchema(client) }
}

/** Sets the sequences to their values. Leaves out those that Mandap does not have. */
export async function setSequences(client: Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval(to_regclass(quote_ident($1)), $2, $3)', [
      name,
      value,
      isCalled,
    ])
}

async function copyIn(client: Client, table: Table, { content }: Part): Promise<number> {
  // the transaction created the table, so its rows need not be visited again
  const rows = client.query(copyFrom(`copy ${copyTarget(client, table)} from stdin with (freeze)`))
  await pipeline(content, rows)
  return rows.rowCount
}

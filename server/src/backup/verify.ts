import { counted } from '@mandap/domain/text/counted.ts'
import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { COMMAND_LINE } from '@mandap/domain/audit/actor.ts'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Verdict, verifyAuditLog } from '../audit/verify.ts'
import { connect } from '../database/connection.ts'
import { migrate } from '../database/migrate.ts'
import { withPostgres } from '../database/open.ts'
import type { Erasure } from '../erasure-list/erasure-list.ts'
import { repeatErasures } from './repeat-erasures.ts'
import type { DocumentTarget } from './document-target.ts'
import type { OpenBackup } from './read.ts'
import { type Restored, restoreBackup } from './restore.ts'
import { copyTarget, applyCopySettings } from './snapshot.ts'

export interface BackupCheck {
  restored: Restored
  /** How the restored database differs from the backup, as sentences. */
  differences: string[]
  /** Of the audit log after the destructions were repeated. */
  audit: Verdict
  /** How many destructions a restore repeats; undefined without a list. */
  repeated: number | undefined
}

export interface VerifyOptions {
  /** The list of destructions. */
  erasures?: readonly Erasure[] | undefined
  progress?: (bytes: number) => void
}

const SCRATCH = 'scratch'

// the database of an earlier release lacks the column
const STORED_SHA256 = `coalesce((to_jsonb(document) ->> 'stored_sha256')::bytea, sha256)`

/**
 * Restores a backup into a scratch database on a PostgreSQL of its own in `dataDir/verify`, compares it with the backup,
 * and removes both.
 */
export async function verifyBackup(
  backup: OpenBackup,
  dataDir: string,
  options?: VerifyOptions,
): Promise<BackupCheck> {
  const folder = join(dataDir, 'verify')
  const settings = { dataDir: folder, databaseUrl: undefined }
  let cluster: string | undefined
  try {
    return await withPostgres(
      settings,
      'npm run restore -- --verify',
      async (url) => {
        cluster = await realpath(join(folder, 'postgres'))
        return restoreAndCompare(backup, await createScratch(url), options)
      },
      { alone: true },
    )
  } finally {
    // undefined if another verification uses the folder
    if (cluster !== undefined) {
      await rm(folder, { recursive: true })
      if (!cluster.startsWith(folder)) await rm(dirname(cluster), { recursive: true, force: true })
    }
  }
}

/** Creates an empty database, also if an earlier verification was killed and left one. */
async function createScratch(url: string): Promise<string> {
  const maintenance = new Client({ connectionString: url })
  await maintenance.connect()
  await maintenance.query(`drop database if exists ${SCRATCH} with (force)`)
  await maintenance.query(`create database ${SCRATCH}`)
  await maintenance.end()
  return Object.assign(new URL(url), { pathname: `/${SCRATCH}` }).href
}

/** Restores a backup into an empty database and compares it with the backup. Compares documents without storing them. */
export async function restoreAndCompare(
  backup: OpenBackup,
  url: string,
  { erasures, progress }: VerifyOptions = {},
): Promise<BackupCheck> {
  const documents = { same: 0, different: 0 }
  const restored = await restoreBackup(
    backup,
    url,
    async (client) => comparingTarget(client, documents),
    progress,
  )
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await applyCopySettings(client)
    const differences = [
      ...(await tableDifferences(client, restored)),
      ...(await documentDifferences(client, restored, documents)),
    ]
    return { restored, differences, ...(await broughtUpToDate(url, erasures)) }
  } finally {
    await client.end()
  }
}

/** Compares each document with the hash in the restored database, and stores none. */
function comparingTarget(
  client: Client,
  found: { same: number; different: number },
): DocumentTarget {
  return {
    async put(id, _type, content) {
      const hash = createHash('sha256')
      for await (const piece of content) hash.update(piece)
      const { rows } = await client.query<{ sha256: Buffer }>(
        `select ${STORED_SHA256} as sha256 from document where id = $1 and specimen is null`,
        [id],
      )
      found[rows[0]?.sha256.equals(hash.digest()) ? 'same' : 'different'] += 1
    },
    async keep() {},
    async discard() {},
  }
}

/** Compares the rows of each table, in the same order, with the checksum of its part. Returns sentences. */
export async function tableDifferences(
  client: Client,
  { manifest, summary, tableHashes }: Restored,
): Promise<string[]> {
  const differences: string[] = []
  for (const table of manifest.tables) {
    const expected = tableHashes.get(table.name)
    if (!expected) continue
    const rows = client.query(copyTo(`copy ${copyTarget(client, table)} to stdout`))
    const hash = createHash('sha256')
    for await (const piece of rows) hash.update(piece)
    if (rows.rowCount !== summary.rows[table.name])
      differences.push(
        `${table.name} has ${counted(rows.rowCount ?? 0, ['row', 'rows'])} instead of ${summary.rows[table.name]}.`,
      )
    else if (!hash.digest().equals(expected))
      differences.push(`${table.name} has other rows than the backup.`)
  }
  return differences
}

async function documentDifferences(
  client: Client,
  { summary }: Restored,
  found: { same: number; different: number },
): Promise<string[]> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) from document where specimen is null and to_jsonb(document) ->> 'destroyed_at' is null`,
  )
  const expected = summary.documents + summary.missing + summary.deleted
  const count = rows[0]?.count ?? 0
  return [
    ...(count === expected
      ? []
      : [`The database has ${counted(count, ['document', 'documents'])} instead of ${expected}.`]),
    ...(found.different === summary.altered
      ? []
      : [`${mismatches(found.different)} in the database.`]),
  ]
}

/** Does with the scratch database what a restore does at its end, and verifies its audit log. */
async function broughtUpToDate(
  url: string,
  erasures: readonly Erasure[] | undefined,
): Promise<Pick<BackupCheck, 'audit' | 'repeated'>> {
  const db = connect(url, 2)
  // the documents were not stored
  const documents = { async remove() {} }
  try {
    await migrate(db)
    const repeated = erasures && (await repeatErasures(db, documents, erasures, COMMAND_LINE))
    return { audit: await verifyAuditLog(db), repeated }
  } finally {
    await db.destroy()
  }
}

function mismatches(count: number): string {
  return count === 1
    ? '1 document does not match its checksum'
    : `${count} documents do not match their checksums`
}

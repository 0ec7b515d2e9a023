import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { DATABASE_ID } from '../database/check-connection.ts'
import { connect, type Database } from '../database/connection.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { reasonOf } from '../error/reason.ts'

/** Bytes of the log by which a replica is often behind, but not for long. */
const NOTABLE_LAG = 16 * 1024 * 1024

/** Checks that the replica answers, follows the database of DATABASE_URL, and how far it is behind. */
export async function checkReplica({ databaseUrl, databaseReadUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined || databaseReadUrl === undefined) return []
  const [primary, replica] = [connect(databaseUrl, 1), connect(databaseReadUrl, 1)]
  try {
    return [await compare(primary, replica)]
  } catch (error) {
    return [
      problem(
        'Replica',
        reasonOf(error),
        'Check DATABASE_READ_URL. Until the replica answers, everything is read from the primary.',
      ),
    ]
  } finally {
    await Promise.all([primary.destroy(), replica.destroy()])
  }
}

async function compare(primary: Database, replica: Database): Promise<Finding> {
  const cluster = sql.raw<{ id: string }>(DATABASE_ID)
  const [ofPrimary, ofReplica] = await Promise.all([
    cluster.execute(primary),
    cluster.execute(replica),
  ])
  if (ofPrimary.rows[0]?.id !== ofReplica.rows[0]?.id)
    return problem(
      'Replica',
      'The database of DATABASE_READ_URL is not a replica of the one of DATABASE_URL.',
      'Set DATABASE_READ_URL to a replica. People would see the data of another database.',
    )
  const { rows: written } = await sql<{ at: string }>`
    select pg_current_wal_lsn()::text as at`.execute(primary)
  const { rows } = await sql<{ is: boolean; behind: number }>`
    select pg_is_in_recovery() as is,
      greatest(${written[0]?.at}::pg_lsn - pg_last_wal_replay_lsn(), 0)::bigint as behind`.execute(
    replica,
  )
  const { is, behind } = rows[0] ?? { is: false, behind: 0 }
  if (!is)
    return warning(
      'Replica',
      'The PostgreSQL of DATABASE_READ_URL is the primary.',
      'Set it to a replica, or remove it.',
    )
  const text = `It lacks ${Math.round(behind / 1024)} kB of the log of the primary.`
  return behind < NOTABLE_LAG
    ? ok('Replica', text)
    : warning(
        'Replica',
        text,
        'Run this again. If it does not become less, look at its log and disk.',
      )
}

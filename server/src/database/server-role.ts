import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './connection.ts'

const ROLE = 'mandap_server'

/**
 * Makes, or brings up to date, the role that the server's own connections have, and returns the address to
 * connect by as it. `owner` is a connection to `ownerUrl` of a role that may make roles; the database is
 * migrated.
 */
export async function openServerRole(owner: Database, ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl)
  // who has the owner's password can make any other, so this one needs no keeping
  const password = createHmac('sha256', url.password).update(ROLE).digest('base64url')
  await makeRole(owner, password)
  await grantServing(owner, ROLE)
  return Object.assign(url, { username: ROLE, password }).href
}

/**
 * Gives a role what serving needs: everything but the trail, which it can only read, and add to. `owner` is
 * a connection of the role that owns the tables; the database is migrated.
 */
export async function grantServing(owner: Database, servingRole: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mandap.role'))`.execute(trx)
    const {
      rows: [place],
    } = await sql<{ name: string; schema: string }>`
      select current_database() as name, current_schema() as schema`.execute(trx)
    const { name = '', schema = '' } = place ?? {}
    const role = sql.id(servingRole)
    await sql`grant connect on database ${sql.id(name)} to ${role}`.execute(trx)
    await sql`grant usage on schema ${sql.id(schema)} to ${role}`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema ${sql.id(schema)}
      to ${role}`.execute(trx)
    await sql`grant usage on all sequences in schema ${sql.id(schema)} to ${role}`.execute(trx)
    await sql`revoke insert, update, delete on activity, activity_head, schema_migration
      from ${role}`.execute(trx)
    await sql`grant execute on function record_activity to ${role}`.execute(trx)
  })
}

async function makeRole(owner: Database, password: string) {
  const { rows } = await sql`select from pg_roles where rolname = ${ROLE}`.execute(owner)
  if (rows.length > 0) return
  try {
    await sql`create role ${sql.id(ROLE)} login password ${sql.lit(password)}`.execute(owner)
  } catch (error) {
    // another was faster: the role is the whole cluster's
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== '42710' && code !== '23505') throw error
  }
}

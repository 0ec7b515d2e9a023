import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './connection.ts'

const ROLE = 'mandap_server'

/**
 * Creates the role of the server's own connections if it is missing, grants it what serving needs, and returns the address that
 * connects with it.
 * `owner` is a connection to `ownerUrl` with a role that may create roles. The database is migrated.
 */
export async function openServerRole(owner: Database, ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl)
  // derived from the owner's password, which could create any other role, so it need not be stored
  const password = createHmac('sha256', url.password).update(ROLE).digest('base64url')
  await makeRole(owner, password)
  await grantServing(owner, ROLE)
  return Object.assign(url, { username: ROLE, password }).href
}

/**
 * Grants a role what serving needs: everything except changes of the audit log, which it can read and extend.
 * `owner` is a connection with the role that owns the tables. The database is migrated.
 */
export async function grantServing(owner: Database, servingRole: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mandap.role'))`.execute(trx)
    const {
      rows: [database],
    } = await sql<{ name: string; schema: string }>`
      select current_database() as name, current_schema() as schema`.execute(trx)
    const { name = '', schema = '' } = database ?? {}
    const role = sql.id(servingRole)
    await sql`grant connect on database ${sql.id(name)} to ${role}`.execute(trx)
    await sql`grant usage on schema ${sql.id(schema)} to ${role}`.execute(trx)
    const { tables, sequences } = await ownedRelations(trx)
    await sql`grant select, insert, update, delete on ${sql.join(tables)} to ${role}`.execute(trx)
    await sql`grant usage on sequence ${sql.join(sequences)} to ${role}`.execute(trx)
    await sql`revoke insert, update, delete on activity, activity_head, schema_migration, data_key
      from ${role}`.execute(trx)
    await sql`revoke update, delete on erasure from ${role}`.execute(trx)
    await sql`grant execute on function record_activity, erase_activity to ${role}`.execute(trx)
  })
}

/** Returns our tables, views and sequences. The schema may have those of another owner, who alone can grant them. */
async function ownedRelations(trx: Database) {
  const { rows } = await sql<{ name: string; isSequence: boolean }>`
    select relname::text as name, relkind = 'S' as "isSequence" from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and pg_has_role(relowner, 'usage')
    order by relname`.execute(trx)
  const idsOf = (sequences: boolean) =>
    rows.filter(({ isSequence }) => isSequence === sequences).map(({ name }) => sql.id(name))
  return { tables: idsOf(false), sequences: idsOf(true) }
}

async function makeRole(owner: Database, password: string) {
  const { rows } = await sql`select from pg_roles where rolname = ${ROLE}`.execute(owner)
  if (rows.length > 0) return
  try {
    await sql`create role ${sql.id(ROLE)} login password ${sql.lit(password)}`.execute(owner)
  } catch (error) {
    // another process was faster: roles belong to the whole cluster
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== '42710' && code !== '23505') throw error
  }
}

import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { createScratch } from '../../testing/scratch.ts'
import { connect } from './connection.ts'
import { migrate } from './migrate.ts'
import { grantServing } from './server-role.ts'

// all migrations run
vi.setConfig({ testTimeout: 120_000 })

test('the serving role is granted the tables of the owner in a schema that has tables and sequences of others too', async () => {
  const scratch = await createScratch(inject('postgresUrl'))
  const other = connect(scratch.url, 1)
  const [owner, serving] = [`${scratch.name}_owner`, `${scratch.name}_serving`]
  await sql
    .raw(`
    create table of_another (n serial);
    create role ${owner} login password 'jasmine';
    create role ${serving} login password 'jasmine';
    grant create on database ${scratch.name} to ${owner};
    grant connect on database ${scratch.name} to ${owner} with grant option;
    grant create, usage on schema public to ${owner} with grant option;
    create extension if not exists pg_trgm`)
    .execute(other)
  const url = Object.assign(new URL(scratch.url), { username: owner, password: 'jasmine' }).href
  const db = connect(url, 1)
  try {
    await migrate(db)
    await grantServing(db, serving)
    const { rows } = await sql`
      select has_table_privilege(${serving}, 'booking', 'delete') as ours,
        has_sequence_privilege(${serving}, pg_get_serial_sequence('data_key', 'id'), 'usage') as sequence,
        has_table_privilege(${serving}, 'of_another', 'select') as another,
        has_table_privilege(${serving}, 'activity', 'insert') as log`.execute(other)
    expect(rows).toEqual([{ ours: true, sequence: true, another: false, log: false }])
  } finally {
    await db.destroy()
    await sql
      .raw(`drop owned by ${owner}, ${serving} cascade; drop role ${owner}, ${serving}`)
      .execute(other)
    await other.destroy()
    await scratch.drop()
  }
})

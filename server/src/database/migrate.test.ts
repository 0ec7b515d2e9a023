import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { scratchDatabase } from '../../testing/database.ts'
import { createScratch } from '../../testing/scratch.ts'
import { connect, type Database } from './connection.ts'
import {
  compareReleases,
  CREATE_SCHEMA_MIGRATION,
  migrate,
  migrationFiles,
  oldestReleaseOf,
  pendingMigrations,
} from './migrate.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

test('a migrated database needs no migration', async () => {
  expect(await migrate(scratch.db)).toEqual([])
})

test('of three processes that start at once, one migrates while the others wait', async () => {
  const empty = await createScratch(inject('postgresUrl'))
  const connections = [connect(empty.url, 1), connect(empty.url, 1), connect(empty.url, 1)]
  const applied = await Promise.all(connections.map((db) => migrate(db)))
  const files = await migrationFiles()
  expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([files, [], []])
  await Promise.all(connections.map((db) => db.destroy()))
  await empty.drop()
})

/** Creates a database in which one migration is to be applied, because all of them take long. */
async function migratedButOne() {
  const empty = await createScratch(inject('postgresUrl'))
  const db = connect(empty.url, 2)
  const [first = '', ...others] = await migrationFiles()
  await sql.raw(CREATE_SCHEMA_MIGRATION).execute(db)
  await db
    .insertInto('schema_migration')
    .values(others.map((name) => ({ name, applied_at: new Date(), oldest_release: '0.1.0' })))
    .execute()
  return { ...empty, db, missing: [first] }
}

test('ends no transaction of a server that uses tables in another order', async () => {
  const { db, missing, ...behind } = await migratedButOne()
  const serving = connect(behind.url, 2)
  await sql`create table first_table (); create table second_table ()`.execute(db)
  const migrated = await serving.transaction().execute(async (trx) => {
    await sql`lock table second_table in row exclusive mode`.execute(trx)
    const migrating = migrate(db)
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and relation = 'second_table'::regclass`.execute(serving)
      return rows.length
    }
    await expect.poll(isWaiting).toBe(1)
    await sql`select from first_table`.execute(trx)
    return { migrating }
  })
  expect(await migrated.migrating).toEqual(missing)
  await Promise.all([db.destroy(), serving.destroy()])
  await behind.drop()
})

test('ends no transaction of a server if several tables are used for a while, one after the other', async () => {
  const { db, missing, ...behind } = await migratedButOne()
  const serving = connect(behind.url, 5)
  await sql`create table a (); create table b (); create table c (); create table d (); create table e ()`.execute(
    db,
  )
  const use = async (trx: Database, table: string) => {
    await sql`lock table ${sql.id(table)} in row exclusive mode`.execute(trx)
  }
  const migrated = await serving.transaction().execute(async (trx) => {
    await use(trx, 'e')
    const begun = ['b', 'c', 'd'].map((table, at) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const end = Promise.withResolvers<void>()
      const used = serving.transaction().execute(async (other) => {
        await use(other, table)
        resolve()
        await end.promise
        // the lock of each table is given before one of them alone would time out
        await pause(260 + 300 * at)
      })
      return { used, isUsed: promise, end: end.resolve }
    })
    await Promise.all(begun.map(({ isUsed }) => isUsed))
    const migrating = migrate(db)
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and relation = 'b'::regclass`.execute(serving)
      return rows.length
    }
    await expect.poll(isWaiting).toBe(1)
    for (const { end } of begun) end()
    // waits for the migration, which waits for this transaction as soon as it has the other tables
    await sql`select from a`.execute(trx)
    await Promise.all(begun.map(({ used }) => used))
    return { migrating }
  })
  expect(await migrated.migrating).toEqual(missing)
  await Promise.all([db.destroy(), serving.destroy()])
  await behind.drop()
})

test('reads wait while it migrates, and are answered once it has ended', async () => {
  const { db, missing, ...behind } = await migratedButOne()
  const serving = connect(behind.url, 2)
  await sql`create table any_table ()`.execute(db)
  const read = (limitMs: number) =>
    db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(trx)
      return await sql`select from any_table`.execute(trx)
    })
  const migrating = await serving.transaction().execute(async (trx) => {
    // holds the migration at its first entry
    await sql`lock table schema_migration in share mode`.execute(trx)
    const begun = migrate(db)
    const isHeld = async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and relation = 'schema_migration'::regclass`.execute(serving)
      return rows.length
    }
    await expect.poll(isHeld).toBe(1)
    await expect(read(100)).rejects.toMatchObject({ code: '57014' })
    return { begun }
  })
  expect(await migrating.begun).toEqual(missing)
  expect((await read(10_000)).rows).toEqual([])
  await Promise.all([db.destroy(), serving.destroy()])
  await behind.drop()
})

describe('the oldest release that a migration can run on', () => {
  const textOf = (name: string) =>
    readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8')

  test('is in the first line of each migration from 0014 on, and not newer than this release', async () => {
    for (const name of (await migrationFiles()).filter((one) => one >= '0014')) {
      const text = await textOf(name)
      expect([name, text]).toEqual([name, expect.stringMatching(/^-- oldest release: /)])
      expect(compareReleases(oldestReleaseOf(text), packageJson.version)).toBeLessThanOrEqual(0)
    }
  })

  test('is read from the first line alone, and is 0.1.0 without it', () => {
    expect(oldestReleaseOf('-- oldest release: 1.12.3\nselect 1;')).toBe('1.12.3')
    expect(oldestReleaseOf('select 1;\n-- oldest release: 1.12.3\n')).toBe('0.1.0')
  })

  test('is stored for each migration', async () => {
    const rows = await scratch.db.selectFrom('schema_migration').selectAll().execute()
    for (const { name, oldest_release } of rows)
      expect([name, oldest_release]).toEqual([name, oldestReleaseOf(await textOf(name))])
  })

  test('is 0.1.0 for migrations that were applied before it was stored', async () => {
    await sql`alter table schema_migration drop column oldest_release`.execute(scratch.db)
    expect(await migrate(scratch.db)).toEqual([])
    const rows = await scratch.db.selectFrom('schema_migration').selectAll().execute()
    expect(new Set(rows.map((row) => row.oldest_release))).toEqual(new Set(['0.1.0']))
  })
})

describe('on a database that a newer release migrated', () => {
  const appliedWith = (oldest_release: string) =>
    scratch.db
      .insertInto('schema_migration')
      .values({ name: `9999_${oldest_release}.sql`, applied_at: new Date(), oldest_release })
      .execute()

  test('a compatible release starts and is ready', async () => {
    await appliedWith('0.1.0')
    expect(await migrate(scratch.db, '0.1.0')).toEqual([])
    expect(await pendingMigrations(scratch.db)).toEqual([])
  })

  test('an older release does not start, and prints which release is needed', async () => {
    await appliedWith('0.9.1')
    await appliedWith('0.10.0')
    const needed =
      'This database needs Mandap 0.10.0 or later, and this is Mandap 0.9.2. Start 0.10.0 or a later release.'
    await expect(migrate(scratch.db, '0.9.2')).rejects.toThrow(needed)
    expect(await migrate(scratch.db, '0.10.0')).toEqual([])
    expect(await migrate(scratch.db, '1.0.0')).toEqual([])
  })

  test('a running server continues and stays ready', async () => {
    expect(await pendingMigrations(scratch.db)).toEqual([])
  })
})

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import type { Database } from './connection.ts'
import {
  connectServing,
  executePrepared,
  maintain,
  onMaintenanceFailure,
  withTimeLimit,
} from './serving.ts'
import { DatabaseBusy, DatabaseUnavailable } from './unavailable.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let db: Database
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())
beforeEach(() => {
  db = connectServing(scratch.url, { queryMs: 500 })
})
afterEach(() => db.destroy())

const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`
const processId = sql<{ pid: number }>`select pg_backend_pid() as pid`
const limitOf = sql<{ ms: string }>`select current_setting('statement_timeout') as ms`

async function one<T>(query: { execute: (on: Database) => Promise<{ rows: T[] }> }, on = db) {
  const { rows } = await query.execute(on)
  return rows[0]
}

/** Returns the number of connections that are active or idle in a transaction. */
async function busy() {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
  `.execute(scratch.db)
  return rows[0]?.n
}

/** Terminates the connections that run `pg_sleep`, and returns their number. */
async function terminateSleeping() {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`.execute(scratch.db)
  return rows.length
}

const quick = () => Promise.all(Array.from({ length: 30 }, () => one(sql`select 1 as one`)))

describe('a query that serves a call', () => {
  test('is cancelled by PostgreSQL after its time limit, alone or in a transaction', async () => {
    await expect(sleep(30).execute(db)).rejects.toThrow(DatabaseBusy)
    const work = db.transaction().execute((trx) => sleep(30).execute(trx))
    await expect(work).rejects.toThrow(DatabaseBusy)
    await expect.poll(busy).toBe(0)
    expect(await quick()).toHaveLength(30)
  })

  test('has its limit from its own transaction, so that a pooler cannot lose or keep it', async () => {
    expect(await one(limitOf)).toEqual({ ms: '500ms' })
    const unlimited = withTimeLimit(db, null)
    expect(await one(limitOf, unlimited)).toEqual({ ms: '0' })
    await db.transaction().execute(async (trx) => {
      expect(await one(limitOf, trx)).toEqual({ ms: '500ms' })
    })
    await sleep(0.8).execute(unlimited)
    expect(await one(limitOf)).toEqual({ ms: '500ms' })
  })

  test('is answered like a lost database if it writes to a database that has become a replica', async () => {
    const replica = connectServing(
      `${scratch.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`,
    )
    await expect(sql`create table refused ()`.execute(replica)).rejects.toThrow(DatabaseUnavailable)
    await replica.destroy()
  })

  test('commits what it changes', async () => {
    await sql`create table kept (n integer)`.execute(db)
    await sql`insert into kept values (1)`.execute(db)
    await db.transaction().execute((trx) => sql`insert into kept values (2)`.execute(trx))
    const failing = db.transaction().execute(async (trx) => {
      await sql`insert into kept values (3)`.execute(trx)
      throw new Error('rolled back on purpose')
    })
    await expect(failing).rejects.toThrow('rolled back on purpose')
    await expect(sql`insert into kept values ('none')`.execute(db)).rejects.toThrow('integer')
    expect((await sql`select n from kept order by n`.execute(db)).rows).toEqual([
      { n: 1 },
      { n: 2 },
    ])
  })

  test('reports an error of the query or its values unchanged', async () => {
    await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero')
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    await expect(sql`select ${circular}::jsonb`.execute(db)).rejects.toThrow('circular')
    expect(await quick()).toHaveLength(30)
  })

  test('waits for a connection up to a time limit', async () => {
    const full = connectServing(scratch.url, { acquireMs: 3000 })
    const all = []
    for (let held = 0; held < 10; held++) all.push(await full.startTransaction().execute())
    await expect(one(sql`select 1`, full)).rejects.toThrow(DatabaseBusy)
    await Promise.all(all.map((trx) => trx.commit().execute()))
    expect(await one(sql`select 1 as one`, full)).toEqual({ one: 1 })
    await full.destroy()
  })
})

describe('a connection that is lost', () => {
  test('fails the running query as unavailable, and is never used again', async () => {
    const outcome = sleep(30)
      .execute(withTimeLimit(db, null))
      .catch((error: unknown) => error)
    // the statements before it in its transaction are active, too
    await expect.poll(terminateSleeping).toBe(1)
    expect(await outcome).toBeInstanceOf(DatabaseUnavailable)
    expect(await quick()).toHaveLength(30)
  })

  test('fails the rest of its transaction as unavailable', async () => {
    const work = db.transaction().execute(async (trx) => {
      const own = await one(processId, trx)
      await sql`select pg_terminate_backend(${own?.pid})`.execute(scratch.db)
      await one(sql`select 1`, trx)
    })
    await expect(work).rejects.toThrow(DatabaseUnavailable)
    expect(await quick()).toHaveLength(30)
  })
})

describe('a prepared statement', () => {
  const plus = (n: number) => sql<{ sum: number }>`select ${n}::integer + 1 as sum`.compile(db)
  const prepared = () => sql<{ n: number }>`select count(*) as n from pg_prepared_statements`

  test('is planned once in each session, and gives the same rows', async () => {
    const own = connectServing(scratch.url, { isDirect: true })
    for (const n of [1, 2, 3]) expect(await executePrepared(own, plus(n))).toEqual([{ sum: n + 1 }])
    expect(await one(prepared(), own)).toEqual({ n: 1 })
    await own.destroy()
  })

  test('is sent without a name once a pooler has given it another session', async () => {
    const own = connectServing(scratch.url)
    expect(await executePrepared(own, plus(1))).toEqual([{ sum: 2 }])
    await sql`deallocate all`.execute(own)
    for (const n of [2, 3]) expect(await executePrepared(own, plus(n))).toEqual([{ sum: n + 1 }])
    expect(await one(prepared(), own)).toEqual({ n: 0 })
    await own.destroy()
  })

  test('reports an error of its values unchanged', async () => {
    const own = connectServing(scratch.url)
    const divided = (by: number) => sql`select 1 / ${by}::integer`.compile(own)
    await expect(executePrepared(own, divided(0))).rejects.toThrow('division by zero')
    await own.destroy()
  })
})

describe('a database without a pooler', () => {
  test('limits statements and transactions by its sessions', async () => {
    const own = connectServing(scratch.url, { isDirect: true, queryMs: 300 })
    await expect(sleep(20).execute(own)).rejects.toThrow(DatabaseBusy)
    await expect(own.transaction().execute((trx) => sleep(20).execute(trx))).rejects.toThrow(
      DatabaseBusy,
    )
    expect(await one(sql`select 1 as one`, own)).toEqual({ one: 1 })
    await sleep(0.5).execute(withTimeLimit(own, null))
    await own.destroy()
  })
})

describe('work for later reads', () => {
  const failing = () => vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no space'))

  test('that failed is reported, and skipped for a minute while other work is done', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const failures: unknown[] = []
      onMaintenanceFailure(db, (error) => failures.push(error))
      const [first, second] = [failing(), failing()]
      for (const on of [db, withTimeLimit(db, 1000)]) {
        await maintain(on, 'first', first)
        await maintain(on, 'second', second)
      }
      expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
      expect(failures).toHaveLength(2)
      vi.advanceTimersByTime(59_000)
      await maintain(db, 'first', first)
      expect(first).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(2000)
      first.mockResolvedValue()
      for (let n = 0; n < 2; n++) await maintain(db, 'first', first)
      expect(first).toHaveBeenCalledTimes(3)
      expect(failures).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('rejects on a database that does not serve calls, each time', async () => {
    const work = failing()
    for (let n = 0; n < 2; n++)
      await expect(maintain(scratch.db, 'work', work)).rejects.toThrow('no space')
    expect(work).toHaveBeenCalledTimes(2)
  })
})

test('is unavailable at once without a server', async () => {
  const nowhere = connectServing('postgres://nobody:nothing@127.0.0.1:1/none')
  await expect(one(sql`select 1`, nowhere)).rejects.toThrow(DatabaseUnavailable)
  await nowhere.destroy()
})

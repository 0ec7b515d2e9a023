import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect } from './connection.ts'
import { canEnter } from './embedded/account.ts'
import { findBinaries, createLibraryLinks } from './embedded/binaries.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'mandap-embedded-'))))
afterAll(() => rm(folder, { recursive: true }))

describe('if npm skipped the install script', () => {
  test.runIf(process.platform === 'linux')(
    'creates missing links, and PostgreSQL runs',
    async () => {
      const home = dirname(dirname(dirname((await findBinaries(undefined)).postgres)))
      const held = join(folder, 'package')
      await cp(home, held, {
        recursive: true,
        filter: async (path) => !(await lstat(path)).isSymbolicLink() && !path.endsWith('.a'),
      })
      const version = () => promisify(execFile)(join(held, 'native/bin/postgres'), ['--version'])
      await expect(version()).rejects.toThrow('libicui18n')
      await createLibraryLinks(held)
      expect((await version()).stdout).toContain('(PostgreSQL) 18')
      await createLibraryLinks(held)
    },
  )
})

describe('an account', () => {
  const nobody = { uid: 65_534, gid: 65_534 }

  test('can enter a path if its modes allow every folder', async () => {
    await mkdir(join(folder, 'way/open'), { recursive: true, mode: 0o755 })
    const { mode } = await stat(folder)
    expect(mode & 0o001).toBe(0)
    expect(canEnter(join(folder, 'way/open'), nobody)).toBe(false)
    expect(canEnter('/', nobody)).toBe(true)
    expect(canEnter('/usr/bin', nobody)).toBe(true)
  })

  test('can enter folders of its own and of its group', async () => {
    const { uid, gid } = await stat(folder)
    expect(canEnter(folder, { uid, gid })).toBe(true)
    expect(canEnter(folder, { uid: uid + 1, gid })).toBe(false)
  })
})

test.runIf(process.platform === 'linux' && !process.env['TEST_DATABASE_URL'])(
  'a connection of the embedded database keeps the memory that a plan used for the next plan',
  async () => {
    const db = connect(inject('postgresUrl'), 1)
    const numbers = Array.from(
      { length: 400 },
      (_, at) => `select ${at} + g from generate_series(1, 2) g`,
    )
    const plan = () => sql.raw(`explain ${numbers.join(' union all ')}`).execute(db)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    /** The pages of memory that the connection has requested (proc_pid_stat(5), minflt). */
    const pages = async () => {
      const fields = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8')
      return Number(fields.slice(fields.lastIndexOf(')') + 2).split(' ')[7])
    }
    try {
      for (let turn = 0; turn < 5; turn++) await plan()
      const before = await pages()
      for (let turn = 0; turn < 10; turn++) await plan()
      expect((await pages()) - before).toBeLessThan(200)
    } finally {
      await db.destroy()
    }
  },
)

test.skipIf(process.env['TEST_DATABASE_URL'])(
  'the embedded database folds and matches letters beyond ASCII in the same way on every machine',
  async () => {
    const db = connect(inject('postgresUrl'), 1)
    const row = sql<{ lower: string; first: string }>`
    select lower('ÉCLAIR ÅS') as lower,
           (array(select unnest(array['b', 'B', 'a']) order by 1))[1] as first`
    expect((await row.execute(db)).rows[0]).toEqual({ lower: 'éclair ås', first: 'B' })
    await db.destroy()
  },
)

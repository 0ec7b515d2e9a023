// Entry point of `npm run test:pooler [-- FILE…]`: runs the tests of the server with PgBouncer between it and PostgreSQL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startPostgres } from '../testing/postgres.ts'
import { startPgBouncer } from './pgbouncer.ts'

const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

const postgres = await startPostgres()
const pooler = await startPgBouncer(postgres.url)
const args = ['run', '--project', 'server', ...process.argv.slice(2)]
const child = spawn(process.execPath, [VITEST, ...args], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: postgres.url, TEST_POOLER_URL: pooler.url },
})
const [code] = (await once(child, 'close')) as [number | null]
await pooler.stop()
await postgres.stop()
process.exitCode = code ?? 1

// Entry point of `npm run test:pooler [-- FILE…]`: runs the tests of the server with PgBouncer between it and PostgreSQL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startPostgres } from '../testing/postgres.ts'
import { startPgBouncer } from './pgbouncer.ts'

const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

const postgres = await startPostgres()
try {
  const pooler = await startPgBouncer(postgres.url)
  try {
    process.exitCode = await runTests({
      TEST_DATABASE_URL: postgres.url,
      TEST_POOLER_URL: pooler.url,
    })
  } finally {
    await pooler.stop()
  }
} finally {
  await postgres.stop()
}

async function runTests(env: NodeJS.ProcessEnv): Promise<number> {
  const args = ['run', '--project', 'server', ...process.argv.slice(2)]
  const child = spawn(process.execPath, [VITEST, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}

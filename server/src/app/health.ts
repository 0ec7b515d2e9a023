import type { App } from '../http/app.ts'
import type { Database } from '../database/connection.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { envelope } from '../http/http-error.ts'

const TIMEOUT_MS = 2000

/**
 * Handles `GET /health` (the process answers) and `GET /health/ready` (the database answers and is migrated).
 */
export function registerHealth(app: App, db: Database) {
  let isStopping = false
  app.addHook('preClose', async () => void (isStopping = true))
  app.get('/health', () => ({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const reason = isStopping ? 'The server is stopping.' : await whyNotReady(db)
    if (reason) return reply.code(503).send(envelope('NOT_READY', reason))
    return { status: 'ok' }
  })
}

async function whyNotReady(db: Database): Promise<string | undefined> {
  try {
    const pending = await withTimeout(pendingMigrations(db))
    if (pending.length > 0) return `The database lacks the migration ${pending[0]}.`
    return undefined
  } catch {
    return 'The database does not answer.'
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), TIMEOUT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

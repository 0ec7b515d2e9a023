import { Client } from 'pg'

/** Milliseconds of one attempt. */
const LIMIT_MS = 10_000

/** What `pg` says when an attempt takes longer. */
const TIMED_OUT = 'timeout expired'

/** Rejects with a sentence if the PostgreSQL of `DATABASE_URL` does not answer or denies access. */
export async function checkConnection(url: string, limitMs = LIMIT_MS): Promise<void> {
  try {
    await connectOnce(url, limitMs).catch((error: unknown) => {
      if (!(error instanceof Error && error.message === TIMED_OUT)) throw error
      // on a busy machine, this process may have compiled its modules while the answer waited
      return connectOnce(url, limitMs)
    })
  } catch (error) {
    const { message, code }: NodeJS.ErrnoException =
      error instanceof Error ? error : new Error(String(error))
    throw new Error(`Cannot connect to the PostgreSQL of DATABASE_URL (${message || code}).`, {
      cause: error,
    })
  }
}

async function connectOnce(url: string, limitMs: number): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: limitMs })
  // a lost connection also causes a rejection
  client.on('error', () => {})
  await client.connect()
  await client.end()
}

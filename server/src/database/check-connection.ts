import { Client } from 'pg'

/** Rejects with a sentence if the PostgreSQL of `DATABASE_URL` does not answer or denies access. */
export async function checkConnection(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // a lost connection also causes a rejection, which is handled below
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { message, code }: NodeJS.ErrnoException =
      error instanceof Error ? error : new Error(String(error))
    throw new Error(`Cannot connect to the PostgreSQL of DATABASE_URL (${message || code}).`, {
      cause: error,
    })
  }
  await client.end()
}

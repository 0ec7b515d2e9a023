import { today } from '@mandap/domain/time/days.ts'
import { createDemonstration } from '@mandap/server/testing/demonstration.ts'
import { startPostgres } from '@mandap/server/testing/postgres.ts'
import { hasDatabase, migrateKept } from '@mandap/server/testing/scratch.ts'

/**
 * Unlike those of the tests, without `synchronous_commit=off`: with it, VACUUM right after the filling cannot mark pages as
 * all-visible, so that index-only scans read the table. In production, it can.
 */
const SETTINGS = { fsync: 'off' }

/** A filled database. Call `drop` when done; a kept database stays. */
export interface Population {
  url: string
  drop: () => Promise<void>
}

/**
 * Creates a database with this number of bookings and their partners and users, on its own PostgreSQL or on
 * that of TEST_DATABASE_URL. With `keep`, which needs TEST_DATABASE_URL, the database stays, and later calls of
 * the same day use it again. Call `drop` when done.
 */
export async function populate(bookings: number, { keep = false } = {}): Promise<Population> {
  const given = process.env['TEST_DATABASE_URL']
  if (keep) {
    if (!given)
      throw new Error('To keep the data, set TEST_DATABASE_URL to a PostgreSQL that stays.')
    return { url: await keptUrl(given, bookings), drop: async () => {} }
  }
  const postgres = given ? { url: given, stop: async () => {} } : await startPostgres(SETTINGS)
  const demonstration = await createDemonstration(postgres.url, bookings)
  return {
    url: demonstration.url,
    async drop() {
      await demonstration.drop()
      await postgres.stop()
    },
  }
}

/** Returns the address of the kept database, and fills it if it does not exist. */
async function keptUrl(serverUrl: string, bookings: number): Promise<string> {
  // the data is dated from the day on which it was created
  const { date } = today(Date.now(), 'Asia/Kolkata')
  const name = `bench_${bookings}_${date.replaceAll('-', '')}`
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  if (await hasDatabase(serverUrl, name)) await migrateKept(url)
  else {
    const filled = await createDemonstration(serverUrl, bookings)
    // renamed at the end, so that an interrupted filling is not used
    await filled.keepAs(name)
  }
  return url
}

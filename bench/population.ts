import { createDemonstration } from '@mandap/server/testing/demonstration.ts'
import { startPostgres } from '@mandap/server/testing/postgres.ts'

/**
 * A database with so many bookings, and the partners and users that go with them, on a PostgreSQL of
 * its own or on that of TEST_DATABASE_URL. Call `drop` when done.
 */
export async function populate(bookings: number) {
  const given = process.env['TEST_DATABASE_URL']
  const postgres = given ? { url: given, stop: async () => {} } : await startPostgres()
  const demonstration = await createDemonstration(postgres.url, bookings)
  return {
    url: demonstration.url,
    async drop() {
      await demonstration.drop()
      await postgres.stop()
    },
  }
}

import { createDemonstration } from '@mandap/server/testing/demonstration.ts'
import { startPostgres } from '@mandap/server/testing/postgres.ts'

/**
 * Creates a database with this number of bookings and their partners and users, on its own PostgreSQL or on
 * that of TEST_DATABASE_URL. Call `drop` when done.
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

import { createDemonstration } from '@mandap/server/testing/demonstration.ts'
import { startPostgres } from '@mandap/server/testing/postgres.ts'

/** Starts one PostgreSQL for the run, with the demonstration data in a database that each worker copies. */
export default async function setup() {
  const postgres = await startPostgres()
  const demonstration = await createDemonstration(postgres.url)
  process.env['E2E_POSTGRES'] = postgres.url
  process.env['E2E_DEMONSTRATION'] = demonstration.name
  return () => postgres.stop()
}

import { inject } from 'vitest'
import { connect } from '../src/database/connection.ts'
import { migrate } from '../src/database/migrate.ts'
import { createScratch } from './scratch.ts'

/** A migrated, empty database of its own for one test file. Call `drop` when done. */
export async function scratchDatabase(serverUrl = inject('postgresUrl')) {
  const scratch = await createScratch(serverUrl)
  const db = connect(scratch.url)
  await migrate(db)
  return {
    url: scratch.url,
    db,
    async drop() {
      await db.destroy()
      await scratch.drop()
    },
  }
}

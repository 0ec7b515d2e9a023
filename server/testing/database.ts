import { inject } from 'vitest'
import { connect } from '../src/database/connection.ts'
import { testKeys } from './encryption-key.ts'
import { throughPooler } from './pooler.ts'
import { createScratch } from './scratch.ts'

/** Creates a migrated, empty database for one test file. Call `drop` when done. */
export async function scratchDatabase() {
  const scratch = await createScratch(inject('postgresUrl'), inject('postgresTemplate'))
  const db = connect(throughPooler(scratch.url), 10, { keys: testKeys() })
  return {
    url: scratch.url,
    db,
    async drop() {
      await db.destroy()
      await scratch.drop()
    },
  }
}

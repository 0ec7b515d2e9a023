import type { Config } from '../config/config.ts'
import { databaseAt, areDifferentDatabases } from '../database/check-connection.ts'
import { type Finding, ok, problem } from './finding.ts'
import { reasonOf } from '../error/reason.ts'

const FIX =
  'Set DATABASE_DIRECT_URL to the PostgreSQL behind the pooler. Until then, changes of others are read every second.'

/** Checks that the address without a pooler leads to the database of DATABASE_URL. */
export async function checkDirect({ databaseUrl, databaseDirectUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined || databaseDirectUrl === undefined) return []
  try {
    const direct = await databaseAt(databaseDirectUrl, 'DATABASE_DIRECT_URL')
    const served = await databaseAt(databaseUrl, 'DATABASE_URL').catch(() => undefined)
    if (areDifferentDatabases(served, direct))
      return [
        problem('Direct', 'DATABASE_DIRECT_URL is of another database than DATABASE_URL.', FIX),
      ]
    return [ok('Direct', 'The address without a pooler leads to the database.')]
  } catch (error) {
    return [problem('Direct', error instanceof Error ? error.message : reasonOf(error), FIX)]
  }
}

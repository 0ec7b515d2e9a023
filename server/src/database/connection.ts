import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

// a count fits a double
types.setTypeParser(types.builtins.INT8, Number)

/** A pool of connections to `url`, as Kysely. The caller destroys it. */
export function connect(url: string, max = 10): Database {
  const pool = new Pool({ connectionString: url, max })
  // an idle client that loses its server must not end the process; the next query reports it
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

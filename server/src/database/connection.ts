import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

// timestamptz stays text of milliseconds precision; bigint counts fit a double
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool of connections to `url`, as Kysely. The caller destroys it. */
export function connect(url: string, max = 10): Database {
  const pool = new pg.Pool({ connectionString: url, max })
  // an idle client that loses its server must not end the process; the next query reports it
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

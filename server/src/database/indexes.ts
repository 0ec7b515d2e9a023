/** Runs a statement and returns its rows. */
export type RunStatement = (statement: string) => Promise<{ rows: unknown[] }>

/**
 * Drops the indexes of a table, except unique ones, in the transaction of `run`, and returns the statements that build them.
 * Filling a table without indexes and building them then is several times as fast. The table is locked until the
 * transaction ends.
 */
export async function dropIndexes(run: RunStatement, table: string): Promise<string[]> {
  const { rows } = await run(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = '${table}'::regclass and not indisunique`,
  )
  const indexes = rows as { name: string; definition: string }[]
  for (const { name } of indexes) await run(`drop index ${name}`)
  return indexes.map(({ definition }) => definition)
}

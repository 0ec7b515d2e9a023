/** One interface a table, the column types as `pg` returns them. */
export interface Tables {
  schema_migration: { name: string; applied_at: Date }
}

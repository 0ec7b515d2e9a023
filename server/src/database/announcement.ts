/** The channel of PostgreSQL on which servers announce to each other what they wrote. */
export const CHANNEL = 'mandap_live'

/** `change`: an audit entry was added. `bulk`: records were written without an entry of their own. */
export type Announcement = 'change' | 'bulk'

/**
 * Returns the SQL expression that announces something to all servers of the database when the transaction commits.
 * PostgreSQL sends equal announcements of a transaction once.
 */
export function announcement(what: Announcement): string {
  return `pg_notify('${CHANNEL}', '${what}')`
}

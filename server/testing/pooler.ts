/**
 * Returns the address of the same database through the pooler of `npm run test:pooler`, or the address itself in other
 * test runs, and for a PostgreSQL that a test starts.
 */
export function throughPooler(url: string): string {
  const pooler = poolerUrl()
  const given = process.env['TEST_DATABASE_URL']
  if (pooler === undefined || given === undefined || hostOf(url) !== hostOf(given)) return url
  const { hostname, port } = new URL(pooler)
  return Object.assign(new URL(url), { hostname, port }).href
}

/** Returns the address of the pooler between the servers under test and PostgreSQL, if there is one. */
export function poolerUrl(): string | undefined {
  return process.env['TEST_POOLER_URL'] || undefined
}

function hostOf(url: string): string {
  return new URL(url).host
}

import { storeAdministrator } from './administrators.ts'
import { scratchDatabase } from './database.ts'
import { ADMINISTRATOR, type GivenToServer, startServer } from './server.ts'

/** A second administrator, who changes records that the first one has open. */
export const COLLEAGUE = { email: 'dev.patel@mandap.example', password: 'saffron-and-cardamom' }

interface Sent {
  body?: unknown
  headers?: Record<string, string>
  by?: typeof ADMINISTRATOR
}

/**
 * Starts the real server on an empty database of its own, with two administrators signed in. `env` holds
 * settings that differ from the defaults.
 */
export async function startApi(env: NodeJS.ProcessEnv = {}, given: GivenToServer = {}) {
  const scratch = await scratchDatabase()
  await storeAdministrator(scratch.db, COLLEAGUE)
  const server = await startServer(scratch.url, env, given)
  const tokens = new Map([
    [ADMINISTRATOR.email, (await server.startSession()).idToken],
    [COLLEAGUE.email, (await server.startSession(COLLEAGUE)).idToken],
  ])

  function request(method: string, path: string, { body, headers, by = ADMINISTRATOR }: Sent = {}) {
    return fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(by.email)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  /** Makes a call and reads the JSON of its response. */
  async function call(method: string, path: string, sent?: Sent) {
    const answer = await request(method, path, sent)
    const body: unknown = await answer.json()
    return { status: answer.status, headers: answer.headers, body }
  }

  /** Turns Super Admin on for one of the two. Returns the header that carries the grant. */
  async function elevate(by = ADMINISTRATOR) {
    // the attempts of one test must not limit the next
    await scratch.db.deleteFrom('attempt').execute()
    return { 'x-elevation': await server.elevate(tokens.get(by.email) ?? '') }
  }

  return {
    url: server.url,
    /** The mails that the server has sent. */
    mails: server.mails,
    db: scratch.db,
    databaseUrl: scratch.url,
    signIn: server.signIn,
    request,
    call,
    elevate,
    /** Returns the session token of one of the two administrators. */
    tokenOf: (by: typeof ADMINISTRATOR) => tokens.get(by.email) ?? '',
    /** Returns the audit entries of one record, oldest first. */
    auditOf: (id: unknown) =>
      scratch.db
        .selectFrom('activity')
        .selectAll()
        .where('subject_id', '=', String(id))
        .orderBy('id')
        .execute(),
    async close() {
      await server.close()
      await scratch.drop()
    },
  }
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type ClientRequest, request, type ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../src/database/connection.ts'
import type { startApi } from './api.ts'

const REQUESTS = 'http.server.request.start'

interface Left {
  /** Takes what the server waits for. */
  lock: (trx: Database) => Promise<unknown>
  send: () => ClientRequest
  count: number
  /** Waits until the server has come so far that the clients leave. */
  until?: () => Promise<unknown>
}

/** Makes calls whose clients leave while the server, in this process, waits for a lock. */
export async function leaveWhileLocked(
  db: Database,
  { lock, send, count, until }: Left,
): Promise<void> {
  const responses: ServerResponse[] = []
  const collect = (message: unknown) =>
    void responses.push((message as { response: ServerResponse }).response)
  subscribe(REQUESTS, collect)
  await db.transaction().execute(async (trx) => {
    await lock(trx)
    const sent = Array.from({ length: count }, () => send().on('error', () => {}))
    await expect.poll(() => responses.length).toBe(count)
    await until?.()
    for (const one of sent) one.destroy()
    await expect.poll(() => responses.every(({ closed }) => closed)).toBe(true)
  })
  unsubscribe(REQUESTS, collect)
}

/** Makes calls whose clients leave while the server reads their sessions. It has not read them yet. */
export async function leaveEarly(
  { db, url, tokenOf }: Pick<Awaited<ReturnType<typeof startApi>>, 'db' | 'url' | 'tokenOf'>,
  { path, by, count }: { path: string; by: Parameters<typeof tokenOf>[0]; count: number },
): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf(by)}` }
  await leaveWhileLocked(db, {
    lock: (trx) => sql`lock table session in access exclusive mode`.execute(trx),
    send: () => request(url + path, { headers, agent: false }).end(),
    count,
  })
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { request, type ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { startApi } from './api.ts'

const REQUESTS = 'http.server.request.start'

/** Makes calls whose clients leave while the server, in this process, reads their sessions. It has not read them yet. */
export async function leaveEarly(
  { db, url, tokenOf }: Pick<Awaited<ReturnType<typeof startApi>>, 'db' | 'url' | 'tokenOf'>,
  { path, by, count }: { path: string; by: Parameters<typeof tokenOf>[0]; count: number },
): Promise<void> {
  const responses: ServerResponse[] = []
  const collect = (message: unknown) =>
    void responses.push((message as { response: ServerResponse }).response)
  subscribe(REQUESTS, collect)
  await db.transaction().execute(async (trx) => {
    await sql`lock table session in access exclusive mode`.execute(trx)
    const headers = { authorization: `Bearer ${tokenOf(by)}` }
    const sent = Array.from({ length: count }, () =>
      request(url + path, { headers, agent: false })
        .on('error', () => {})
        .end(),
    )
    await expect.poll(() => responses.length).toBe(count)
    for (const one of sent) one.destroy()
    await expect.poll(() => responses.every(({ closed }) => closed)).toBe(true)
  })
  unsubscribe(REQUESTS, collect)
}

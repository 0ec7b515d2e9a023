import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { openListener } from './listener.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let other: Awaited<ReturnType<typeof scratchDatabase>>
beforeAll(async () => {
  ;[scratch, other] = [await scratchDatabase(), await scratchDatabase()]
})
afterAll(async () => {
  await scratch.drop()
  await other.drop()
})

/** `testMs` is also the limit for the connection, which a busy machine opens slowly. */
function open(url: string, testMs: number) {
  const states: string[] = []
  const listener = openListener({
    db: scratch.db,
    url,
    onNotification: () => {},
    onState: (is, reason) => states.push(reason === undefined ? is : `${is}: ${reason}`),
    times: { testMs, unsupportedMs: 60_000 },
  })
  return { listener, states }
}

test('listens once its own notification has arrived', async () => {
  const { listener, states } = open(scratch.url, 10_000)
  await expect.poll(() => states).toEqual(['listening'])
  expect(listener.isListening()).toBe(true)
  listener.close()
})

test('gives up a connection that is accepted and never answered', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { listener, states } = open(`postgres://mandap@127.0.0.1:${port}/mandap`, 300)
  await expect.poll(() => states).toEqual(['lost: no test notification within 300 ms'])
  listener.close()
  silent.close()
})

test('does not listen where LISTEN is accepted and nothing arrives, as behind a pooler', async () => {
  // notifications stay in their database
  const { listener, states } = open(other.url, 2000)
  await expect
    .poll(() => states)
    .toEqual(['lost: LISTEN receives nothing; set DATABASE_DIRECT_URL'])
  expect(listener.isListening()).toBe(false)
  listener.close()
})

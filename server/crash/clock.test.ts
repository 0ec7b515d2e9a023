import { rm } from 'node:fs/promises'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { DAY } from '@mandap/domain/time/days.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { scratchDatabase } from '../testing/database.ts'
import { scratchFolder } from '../testing/folder.ts'
import { serverProcess } from '../testing/process.ts'
import { upsertBookings } from '../src/booking/store.ts'
import { upsertPartners } from '../src/partner/store.ts'
import { findLosses } from './check.ts'
import { signIn, UPLOAD_KEY } from './run.ts'
import { type Acknowledged, answerTo, bookingWrites, uploadWrites } from './writer.ts'

vi.setConfig({ testTimeout: 120_000 })

const { href: SHIFTED } = new URL('../testing/shifted-clock.ts', import.meta.url)

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('clock')
})
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})

test('a server whose clock is wrong by a day works, and so does the next one with the right clock', async () => {
  const [booking, partner] = [bookingJson(), partnerJson()]
  await upsertBookings(scratch.db, [booking], 'import')
  await upsertPartners(scratch.db, [partner], 'import')
  const change = bookingWrites(String(booking['_id']), 1)
  const upload = uploadWrites(String(partner['_id']), UPLOAD_KEY)
  const acknowledged: Acknowledged[] = []
  const tokens: string[] = []

  for (const days of [1, -1, 0]) {
    const server = await serverProcess(folder, {
      DATABASE_URL: scratch.url,
      UPLOAD_API_KEY: UPLOAD_KEY,
      NODE_OPTIONS: `--import=${SHIFTED}`,
      CLOCK_SHIFT_MS: String(days * DAY),
    })
    await server.ready()
    const target = { url: server.url, token: await signIn(server.url), uploadKey: UPLOAD_KEY }
    for (const one of [change(), upload()]) {
      const answer = one && (await answerTo(target, one))
      expect(answer?.status).toBeLessThan(300)
      if (one && answer) acknowledged.push(one.acknowledges(JSON.parse(answer.text)))
    }
    // a token of another time works or has expired, and nothing else
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await fetch(`${server.url}/session`, { headers })
      expect([200, 401]).toContain(status)
    }
    tokens.push(target.token)
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
  }
  expect(await findLosses(scratch.db, folder, acknowledged)).toEqual([])
})

import { randomUUID } from 'node:crypto'
import type { PresenceReport } from '@mandap/contract/live.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Client } from '../src/client.ts'
import type { LiveMessage, Missed } from '../src/live-message.ts'
import type { Seed } from './seed.ts'

interface Under {
  client: Client
  /** Another administrator of the same host. */
  colleague: Client
  close(): Promise<void>
}

/** Tests the calls of live changes and presence, on a host that has them. Call it in a `describe`. */
export function liveSuite(arrange: (seed: Partial<Seed>) => Promise<Under>): void {
  let under: Under
  let closing = new AbortController()

  beforeAll(async () => {
    const partners = [partnerJson({ _id: 'p1' }), partnerJson({ _id: 'p2' })]
    under = await arrange({ bookings: [bookingJson({ _id: 'b1' })], partners })
  })
  afterEach(() => {
    closing.abort()
    closing = new AbortController()
  })
  afterAll(() => under?.close())

  /** Follows the changes of a host, and collects the messages after `open`. */
  async function follow(client: Client, missed: Missed = { past: 0 }) {
    if (!client.follow) throw new Error('The transport follows no changes.')
    const messages: LiveMessage[] = []
    const stream = client.follow(missed, closing.signal)[Symbol.asyncIterator]()
    const { value: open } = await stream.next()
    if (open?.is !== 'open') throw new Error(`The first message is ${JSON.stringify(open)}.`)
    const read = async () => {
      for (let next = await stream.next(); !next.done; next = await stream.next())
        messages.push(next.value)
    }
    // closing a stream rejects its next message
    read().catch(() => {})
    return { id: open.id, stream: open.stream, messages }
  }

  const rename = (location: string) =>
    under.client.call('PATCH /bookings/{id}', { params: { id: 'b1' }, body: { location } })

  const report = (by: Client, one: Omit<PresenceReport, 'tab'>, tab = randomUUID()) =>
    by.send('PUT /presence', { body: { tab, ...one } })

  const present = async (query: { subject: 'booking' | 'partner'; subjectId?: string }) =>
    (await under.client.call('GET /presence', { query })).data

  test('GET /events sends a change of another administrator, without a value of the record', async () => {
    const { messages } = await follow(under.colleague)
    await rename('Umaid Bhawan')
    await expect.poll(() => messages).toHaveLength(1)
    expect(messages).toEqual([
      {
        is: 'change',
        id: expect.any(Number),
        change: {
          kind: 'update',
          subject: 'booking',
          subjectId: 'b1',
          version: 2,
          by: expect.stringContaining('@'),
          name: null,
          position: expect.any(String),
        },
      },
    ])
  })

  test('GET /events continues after the last message', async () => {
    const { id } = await follow(under.colleague)
    await rename('Chomu Palace')
    await rename('Samode Palace')
    const { messages } = await follow(under.colleague, { after: id ?? 0 })
    const versions = () => messages.map((one) => one.is === 'change' && one.change.version)
    await expect.poll(versions).toEqual([3, 4])
  })

  test('PUT /presence shows others which record a tab has open, until it reports another', async () => {
    const { stream } = await follow(under.colleague)
    const { messages } = await follow(under.client)
    const tab = randomUUID()
    const p1 = { subject: 'partner', subjectId: 'p1' } as const
    await report(under.colleague, { stream, record: { ...p1, isReview: true } }, tab)
    const here = { subjectId: 'p1', by: expect.stringContaining('@'), name: null, isReview: true }
    expect(await present(p1)).toEqual([{ ...here, since: expect.stringMatching(/^2.*Z$/) }])
    await expect.poll(() => messages).toEqual([{ is: 'presence', id: null, records: [p1] }])

    const p2 = { subject: 'partner', subjectId: 'p2', isReview: false } as const
    await report(under.colleague, { stream, record: p2 }, tab)
    expect(await present({ subject: 'partner' })).toMatchObject([
      { subjectId: 'p2', isReview: false },
    ])
    await report(under.colleague, { stream, record: null }, tab)
    expect(await present({ subject: 'partner' })).toEqual([])
  })

  test('GET /presence lists nobody who has another kind of record open, and not oneself', async () => {
    const record = { subject: 'booking', subjectId: 'b1', isReview: false } as const
    const { stream: own } = await follow(under.client)
    await report(under.client, { stream: own, record })
    const { stream } = await follow(under.colleague)
    await report(under.colleague, { stream, record })
    expect(await present({ subject: 'booking' })).toMatchObject([{ subjectId: 'b1' }])
    expect(await present({ subject: 'partner' })).toEqual([])
  })

  test('a closed stream ends the presence of its tabs', async () => {
    const record = { subject: 'booking', subjectId: 'b1', isReview: false } as const
    const { stream } = await follow(under.colleague)
    await report(under.colleague, { stream, record })
    expect(await present({ subject: 'booking', subjectId: 'b1' })).toHaveLength(1)
    closing.abort()
    // without the end of the stream, the presence would count for ten seconds more
    const options = { timeout: 5_000 }
    await expect.poll(() => present({ subject: 'booking', subjectId: 'b1' }), options).toEqual([])
  })
}

/** Tests that a host without these calls offers no stream, and says that there is nothing. Call it in a `describe`. */
export function withoutLiveSuite(
  arrange: (seed: Partial<Seed>) => Promise<Omit<Under, 'colleague'>>,
): void {
  test('follows no changes, and answers the calls as not found', async () => {
    const { client, close } = await arrange({})
    const missing = { kind: 'notFound' }
    const ids = { tab: randomUUID(), stream: randomUUID() }
    expect(client.follow).toBeUndefined()
    await expect(client.send('GET /events', {})).rejects.toMatchObject(missing)
    await expect(
      client.call('GET /presence', { query: { subject: 'booking' } }),
    ).rejects.toMatchObject(missing)
    await expect(
      client.send('PUT /presence', { body: { ...ids, record: null } }),
    ).rejects.toMatchObject(missing)
    await close()
  })
}

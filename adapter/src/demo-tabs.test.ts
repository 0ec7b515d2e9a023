import { createClient } from '@mandap/client/client.ts'
import type { LiveMessage } from '@mandap/client/live-message.ts'
import { liveSuite } from '@mandap/client/testing/live.suite.ts'
import type { TransportRequest } from '@mandap/client/transport.ts'
import { fetchFrom, memoryHost, type MemoryHostSeed } from '@mandap/demo/memory-host.ts'
import { bookingJson, partnerJson } from '@mandap/domain/testing/builders.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAdapter } from './adapter.ts'
import { DEMO_TOKEN } from './demo-identity.ts'
import { type DemoTab, demoTabs } from './demo-tabs.ts'
import { ANOTHER_TAB, firstVersion } from './demo-writes.ts'

const SESSION = { person: () => '', token: () => DEMO_TOKEN, onUnauthorised() {} }
const PHONE = '5550100001'

const onLastClosed = vi.fn<() => void>()
let openTab: () => DemoTab

/** Opens tabs that share the records. */
function demonstration({ bookings = [], partners = [] }: MemoryHostSeed) {
  const host = memoryHost({
    bookings: Array.from(bookings, firstVersion),
    partners: Array.from(partners, firstVersion),
  })
  const newAdapter = () =>
    createAdapter({
      base: '',
      apiKey: null,
      superAdminNumbers: [PHONE],
      answersOtp: true,
      maxAge: Infinity,
      fetch: fetchFrom(host),
      tokens: SESSION,
    })
  const open = demoTabs({ host, newAdapter, onLastClosed })
  return () => open(SESSION)
}

describe('two tabs are like two administrators', () => {
  liveSuite(async (seed) => {
    const open = demonstration(seed)
    return {
      client: createClient(open()),
      colleague: createClient(open()),
      close: () => Promise.resolve(),
    }
  })
})

beforeEach(() => {
  onLastClosed.mockReset()
  openTab = demonstration({
    bookings: [bookingJson({ _id: 'b1', partnerName: 'Aarav Mehta' })],
    partners: ['p1', 'p2'].map((_id) =>
      partnerJson({ _id, status: 'pending', kycStatus: 'pending' }),
    ),
  })
})

async function bodyOf(tab: DemoTab, request: TransportRequest) {
  return (await tab.send(request)).body
}

const decision = (status: string, version?: number): TransportRequest => ({
  key: 'PUT /partners/{id}',
  params: { id: 'p1' },
  headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  body: { status, kycStatus: status },
})

const partner = (id: string): TransportRequest => ({ key: 'GET /partners/{id}', params: { id } })

const swap = (partnerName: string, version: number): TransportRequest => ({
  key: 'PATCH /bookings/{id}',
  params: { id: 'b1' },
  headers: { 'if-match': `"${version}"` },
  body: { partnerName },
})

/** Collects the messages that a tab receives. */
function following(tab: DemoTab, past = 0) {
  const messages: LiveMessage[] = []
  const left = new AbortController()
  const ended = (async () => {
    for await (const message of tab.follow({ past }, left.signal)) messages.push(message)
  })()
  const leave = () => {
    left.abort()
    return ended
  }
  return { messages, leave }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a tab sends its change to the others, and they read it', async () => {
  const [one, other] = [openTab(), openTab()]
  const changed = vi.fn<() => void>()
  other.watch(changed)
  await bodyOf(other, { key: 'GET /partners/counts' })
  const [own, others] = [following(one), following(other)]
  await one.send(decision('AKYC', 1))
  await settled()
  expect(own.messages.map(({ is }) => is)).toEqual(['open'])
  expect(others.messages.slice(1)).toEqual([
    {
      is: 'change',
      id: 1,
      change: expect.objectContaining({
        kind: 'decide',
        subject: 'partner',
        subjectId: 'p1',
        version: 2,
        by: ANOTHER_TAB,
      }),
    },
  ])
  expect(await bodyOf(other, partner('p1'))).toMatchObject({ status: 'AKYC', version: 2 })
  const pending = { key: 'GET /partners', query: { list: 'approval', status: 'pending' } } as const
  expect(await bodyOf(other, pending)).toMatchObject({ total: 1 })
  // a list that is fetched again would move under the pointer
  await settled()
  expect(changed).not.toHaveBeenCalled()
})

test('a tab that begins to follow receives what others have changed since it began to read', async () => {
  const [one, other] = [openTab(), openTab()]
  await one.send(decision('AKYC'))
  await one.send({ key: 'DELETE /partners/{id}', params: { id: 'p2' }, body: { deletedBy: 'x' } })
  const { messages } = following(other, 1000)
  await settled()
  expect(messages.slice(1)).toMatchObject([
    { change: { kind: 'decide', subjectId: 'p1' } },
    { change: { kind: 'delete', subjectId: 'p2' } },
  ])
  const third = openTab()
  expect(await bodyOf(third, { key: 'GET /summary' })).toMatchObject({ partners: 1 })
})

test('of two writes at once with the same version, the second is refused with the first one', async () => {
  const [one, other] = [openTab(), openTab()]
  const [first, second] = await Promise.allSettled([
    one.send(swap('Ishaan Rao', 1)),
    other.send(swap('Meera Joshi', 1)),
  ])
  expect(first).toMatchObject({ value: { body: { partnerName: 'Ishaan Rao', version: 2 } } })
  expect(second).toMatchObject({
    reason: {
      kind: 'conflict',
      details: {
        body: {
          current: { _id: 'b1', partnerName: 'Ishaan Rao', version: 2 },
          changes: [
            {
              version: 2,
              by: ANOTHER_TAB,
              fields: [{ field: 'partnerName', before: 'Aarav Mehta', after: 'Ishaan Rao' }],
            },
          ],
        },
      },
    },
  })
  await other.send(swap('Meera Joshi', 2))
  for (const tab of [one, other])
    expect(await bodyOf(tab, { key: 'GET /bookings/{id}', params: { id: 'b1' } })).toMatchObject({
      partnerName: 'Meera Joshi',
      version: 3,
    })
})

test('a write that fails does not stop the next one', async () => {
  const tab = openTab()
  const unknown = { ...decision('AKYC'), params: { id: 'p9' } }
  const [failed, next] = await Promise.allSettled([tab.send(unknown), tab.send(decision('AKYC'))])
  expect(failed).toMatchObject({ reason: { kind: 'notFound' } })
  expect(next).toMatchObject({ value: { body: { version: 2 } } })
})

test('a record that two other tabs have open is named once, and no longer when both are closed', async () => {
  const [one, ...others] = [openTab(), openTab(), openTab()] as const
  const { messages } = following(one)
  const presence = async () =>
    (await bodyOf(one, { key: 'GET /presence', query: { subject: 'partner' } })) as object
  for (const [at, other] of others.entries()) {
    following(other)
    const record = { subject: 'partner', subjectId: 'p1', isReview: at === 0 }
    await other.send({ key: 'PUT /presence', body: { stream: 's', tab: 't', record } })
  }
  expect(await presence()).toMatchObject({
    data: [{ subjectId: 'p1', by: ANOTHER_TAB, isReview: true }],
  })
  others[0].close()
  expect(await presence()).toMatchObject({ data: [{ subjectId: 'p1', isReview: false }] })
  others[1].close()
  expect(await presence()).toEqual({ data: [] })
  await settled()
  const closed = { is: 'presence', id: null, records: [{ subject: 'partner', subjectId: 'p1' }] }
  expect(messages.slice(-2)).toEqual([closed, closed])
})

test('a tab that does not follow has no record open', async () => {
  const [one, other] = [openTab(), openTab()]
  const record = { subject: 'partner', subjectId: 'p1', isReview: true }
  await other.send({ key: 'PUT /presence', body: { stream: 's', tab: 't', record } })
  const request = { key: 'GET /presence', query: { subject: 'partner' } } as const
  expect(await bodyOf(one, request)).toEqual({ data: [] })
})

test('says when the last tab is closed', () => {
  const [one, other] = [openTab(), openTab()]
  one.close()
  expect(onLastClosed).not.toHaveBeenCalled()
  other.close()
  expect(onLastClosed).toHaveBeenCalledOnce()
})

test('an OTP stays valid when another tab requests one', async () => {
  const [one, other] = [openTab(), openTab()]
  const request = { key: 'POST /otp/sms', body: { numbers: PHONE } } as const
  const { data } = (await bodyOf(one, request)) as { data: { challengeId: string; otp: string } }
  await other.send(request)
  expect(await bodyOf(one, { key: 'POST /otp/verify', body: data })).toMatchObject({
    data: { grant: expect.any(String) },
  })
})

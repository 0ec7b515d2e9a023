import { randomUuid } from '@mandap/client/random-uuid.ts'
import { ApiError } from '@mandap/client/api-error.ts'
import type { Follow, LiveMessage, Missed } from '@mandap/client/live-message.ts'
import type { SessionTokens } from '@mandap/client/session-tokens.ts'
import type { Transport, TransportAnswer, TransportRequest } from '@mandap/client/transport.ts'
import type { Presence, PresenceReport } from '@mandap/contract/live.ts'
import type { MemoryHost } from '@mandap/demo/memory-host.ts'
import { DEMO_TOKEN } from './demo-identity.ts'
import { ANOTHER_TAB, type DemoChange, demoWrites } from './demo-writes.ts'
import { type MessageQueue, messageQueue } from './message-queue.ts'

/** The transport of one tab of the browser. */
export interface DemoTab extends Transport {
  follow: Follow
  /** Tells the other tabs that this one is closed. */
  close(): void
}

interface Settings {
  host: MemoryHost
  /** Returns an adapter of the host. */
  newAdapter: () => Transport
  onLastClosed: () => void
}

type OpenRecord = NonNullable<PresenceReport['record']> & { since: string }

interface Tab {
  id: string
  open: OpenRecord | null
  streams: Set<MessageQueue<LiveMessage>>
}

/** Returns a function that opens a tab. All tabs have the same records, and each sends its changes to the others. */
export function demoTabs({ host, newAdapter, onLastClosed }: Settings) {
  const tabs = new Set<Tab>()
  const adapter = newAdapter()
  const writes = demoWrites(adapter, host, (change) => sendToOthers(change.tab, messageOf(change)))

  function sendToOthers(own: string, message: LiveMessage) {
    for (const { id, streams } of tabs)
      if (id !== own) for (const stream of streams) stream.add(message)
  }

  function setOpen(tab: Tab, record: PresenceReport['record']) {
    const before = tab.open
    const isSame = before?.subject === record?.subject && before?.subjectId === record?.subjectId
    const since = (isSame && before?.since) || new Date().toISOString()
    tab.open = record && { ...record, since }
    const records = [before, record]
      .filter((one) => one !== null)
      .map(({ subject, subjectId }) => ({ subject, subjectId }))
    if (records.length > 0) sendToOthers(tab.id, { is: 'presence', id: null, records })
  }

  /** Returns which records other tabs have open, each once. */
  function presence(own: Tab, { subject, subjectId }: Query): Presence[] {
    const found = new Map<string, Presence>()
    for (const { id, open } of tabs) {
      if (id === own.id || open === null || open.subject !== subject) continue
      if (subjectId !== undefined && open.subjectId !== subjectId) continue
      const { subjectId: of, since, isReview } = open
      const known = found.get(of)
      found.set(of, {
        subjectId: of,
        by: ANOTHER_TAB,
        name: null,
        since: known && known.since < since ? known.since : since,
        isReview: isReview || known?.isReview === true,
      })
    }
    return [...found.values()]
  }

  function answer(tab: Tab, request: TransportRequest): TransportAnswer | undefined {
    const { key, query = {}, body } = request
    if (key === 'GET /presence') return { status: 200, body: { data: presence(tab, query) } }
    if (key !== 'PUT /presence') return undefined
    // as on our own server, a record is open only while its stream is
    if (tab.streams.size > 0) setOpen(tab, (body as PresenceReport).record)
    return { status: 204, body: undefined }
  }

  async function* follow(tab: Tab, missed: Missed, signal: AbortSignal) {
    const stream = messageQueue<LiveMessage>()
    tab.streams.add(stream)
    const changes = writes.missed(missed)
    const id = (changes[0]?.id ?? writes.lastId() + 1) - 1
    stream.add({ is: 'open', id, stream: tab.id })
    for (const change of changes) if (change.tab !== tab.id) stream.add(messageOf(change))
    try {
      yield* stream.read(signal)
    } finally {
      tab.streams.delete(stream)
      setOpen(tab, null)
    }
  }

  return function openTab(tokens: SessionTokens): DemoTab {
    const tab: Tab = { id: randomUuid(), open: null, streams: new Set() }
    // an OTP is valid in the tab that has requested it
    const otpAdapter = newAdapter()
    tabs.add(tab)
    return {
      async send(request, signal) {
        if ((await tokens.token()) !== DEMO_TOKEN)
          throw new ApiError('unauthorised', { call: request.key, status: 401 })
        const known = answer(tab, request) ?? writes.send(request, tab.id)
        if (known) return known
        return (request.key.startsWith('POST /otp/') ? otpAdapter : adapter).send(request, signal)
      },
      refresh: () => adapter.refresh(),
      watch: (changed) => adapter.watch(changed),
      follow: (missed, signal) => follow(tab, missed, signal),
      close() {
        setOpen(tab, null)
        tabs.delete(tab)
        if (tabs.size === 0) onLastClosed()
      },
    }
  }
}

function messageOf({ id, event }: DemoChange): LiveMessage {
  return { is: 'change', id, change: event }
}

type Query = NonNullable<TransportRequest['query']>

import { afterEach, expect, test, vi } from 'vitest'
import type { LiveMessage, Missed } from './live-message.ts'
import { shareConnection } from './shared-connection.ts'

const many = (id: number): LiveMessage => ({ is: 'many', id })

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.useRealTimers()
})

/** A server, and the name and the locks that the tabs of one browser share. */
function browser({ locks = navigator.locks }: { locks?: LockManager | null } = {}) {
  const connections: { missed: Missed; send: (message: LiveMessage) => void; isOpen: boolean }[] =
    []
  const name = crypto.randomUUID()

  async function* follow(missed: Missed, signal: AbortSignal) {
    const stream = `s${connections.length + 1}`
    const waiting: LiveMessage[] = [{ is: 'open', id: 1, stream }]
    let wake = () => {}
    const connection = {
      missed,
      isOpen: true,
      send(message: LiveMessage) {
        waiting.push(message)
        wake()
      },
    }
    connections.push(connection)
    signal.addEventListener('abort', () => {
      connection.isOpen = false
      wake()
    })
    while (!signal.aborted) {
      yield* waiting.splice(0)
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  function openTab(since = Date.now()) {
    const received: LiveMessage[] = []
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    const close = shareConnection({
      follow,
      since,
      onMessage: (message) => received.push(message),
      name,
      locks,
      page: page as unknown as Document,
      hiddenMs: 10,
    })
    closing.push(close)
    return {
      received: () => received.filter(({ is }) => is !== 'open'),
      hasOpened: () => received.some(({ is }) => is === 'open'),
      streams: () => received.flatMap((one) => (one.is === 'open' ? [one.stream] : [])),
      close,
      show(visibilityState: 'visible' | 'hidden') {
        page.visibilityState = visibilityState
        page.dispatchEvent(new Event('visibilitychange'))
      },
    }
  }

  return { connections, openTab, open: () => connections.filter(({ isOpen }) => isOpen) }
}

test('several tabs share one connection, and another tab opens one when the first is closed', async () => {
  const { connections, open, openTab } = browser()
  const first = openTab()
  await expect.poll(first.hasOpened).toBe(true)
  const second = openTab()
  await expect.poll(second.hasOpened).toBe(true)
  connections[0]?.send(many(2))
  await expect.poll(second.received).toEqual([many(2)])
  expect(first.received()).toEqual([many(2)])
  expect(open()).toHaveLength(1)

  first.close()
  await expect.poll(() => connections.length).toBe(2)
  expect(open()).toHaveLength(1)
  expect(connections[1]?.missed).toEqual({ after: 2 })
  connections[1]?.send(many(3))
  await expect.poll(second.received).toEqual([many(2), many(3)])
  expect(first.received()).toEqual([many(2)])
})

test('without locks, each tab has its own connection, and receives nothing of another one', async () => {
  const { connections, openTab } = browser({ locks: null })
  const [first, second] = [openTab(), openTab()]
  await expect.poll(first.hasOpened).toBe(true)
  await expect.poll(second.hasOpened).toBe(true)
  for (const { send } of connections) send(many(2))
  await expect.poll(second.received).toEqual([many(2)])
  await expect.poll(first.received).toEqual([many(2)])
  expect([first.streams(), second.streams()]).toEqual([['s1'], ['s2']])
})

test('a tab that may have missed anything reads from the position of the last change', async () => {
  const { connections, open, openTab } = browser()
  const hidden = openTab()
  await expect.poll(hidden.hasOpened).toBe(true)
  hidden.show('hidden')
  await expect.poll(open).toEqual([])
  const other = openTab()
  await expect.poll(other.hasOpened).toBe(true)
  const message: LiveMessage = { is: 'many', id: 7, position: '0/9' }
  connections[1]?.send(message)
  await expect.poll(other.received).toEqual([message])
  hidden.show('visible')
  await expect.poll(hidden.received).toEqual([{ is: 'many', id: null, position: '0/9' }])
})

test('a tab that may have missed anything reads from the position of the last change also after another tab has connected', async () => {
  const { connections, openTab } = browser()
  const [hidden, first] = [openTab(), openTab()]
  await expect.poll(first.hasOpened).toBe(true)
  hidden.show('hidden')
  await expect.poll(() => connections.length).toBe(2)
  const message: LiveMessage = { is: 'many', id: 7, position: '0/9' }
  const second = openTab()
  await expect.poll(second.hasOpened).toBe(true)
  connections[1]?.send(message)
  await expect.poll(() => second.received().at(-1)).toEqual(message)
  first.close()
  await expect.poll(() => second.streams().at(-1)).toBe('s3')
  hidden.show('visible')
  await expect.poll(hidden.received).toEqual([{ is: 'many', id: null, position: '0/9' }])
})

test('a new tab learns what was received since it began to read', async () => {
  const { connections, openTab } = browser()
  const first = openTab()
  await expect.poll(first.hasOpened).toBe(true)
  // not in the millisecond of the connection, in which a message may have been missed
  const since = Date.now() + 1
  await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(since)
  connections[0]?.send(many(2))
  await expect.poll(first.received).toEqual([many(2)])
  const second = openTab(since)
  await expect.poll(second.received).toEqual([many(2)])
})

test('a tab that another one answered without messages continues after the last one when it connects', async () => {
  vi.setSystemTime(Date.now())
  const { connections, openTab } = browser()
  const first = openTab()
  await expect.poll(first.hasOpened).toBe(true)
  connections[0]?.send(many(2))
  await expect.poll(first.received).toEqual([many(2)])
  vi.setSystemTime(Date.now() + 1)
  const second = openTab()
  await expect.poll(second.hasOpened).toBe(true)
  expect(second.received()).toEqual([])
  first.close()
  await expect.poll(() => connections.length).toBe(2)
  expect(connections[1]?.missed).toEqual({ after: 2 })
})

test('a hidden tab has no connection, and catches up when it is shown', async () => {
  const { connections, open, openTab } = browser()
  const tab = openTab()
  await expect.poll(tab.hasOpened).toBe(true)
  connections[0]?.send(many(7))
  await expect.poll(tab.received).toEqual([many(7)])
  tab.show('hidden')
  await expect.poll(open).toEqual([])
  tab.show('visible')
  await expect.poll(() => connections.length).toBe(2)
  expect(connections[1]?.missed).toEqual({ after: 7 })
})

test.for([
  ['a millisecond', 1],
  ['less than a millisecond', 0],
] as const)(
  'after a tab was hidden, it treats anything as changed if the other tab connected %s after it left',
  async ([, ms]) => {
    vi.setSystemTime(Date.now())
    const { open, openTab } = browser()
    const hidden = openTab()
    await expect.poll(hidden.hasOpened).toBe(true)
    hidden.show('hidden')
    await expect.poll(open).toEqual([])
    vi.setSystemTime(Date.now() + ms)
    const other = openTab()
    await expect.poll(other.hasOpened).toBe(true)
    hidden.show('visible')
    await expect.poll(hidden.received).toEqual([{ is: 'many', id: null }])
  },
)

test('after a tab was hidden, it treats anything as changed if the clock was set back', async () => {
  vi.setSystemTime(Date.now())
  const { connections, openTab } = browser()
  const [first, hidden] = [openTab(), openTab()]
  await expect.poll(hidden.hasOpened).toBe(true)
  vi.setSystemTime(Date.now() + 60_000)
  hidden.show('hidden')
  // the tab leaves after 10 ms
  await new Promise((resolve) => setTimeout(resolve, 50))
  vi.setSystemTime(Date.now() - 30_000)
  connections[0]?.send({ is: 'many', id: 7, position: '0/9' })
  await expect.poll(() => first.received().at(-1)).toMatchObject({ id: 7 })
  hidden.show('visible')
  await expect
    .poll(() => hidden.received().at(-1))
    .toEqual({ is: 'many', id: null, position: '0/9' })
})

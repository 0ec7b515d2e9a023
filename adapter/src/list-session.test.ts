import type { ServerResponse } from 'node:http'
import { answeringServer } from '@mandap/client/testing/answering-server.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAdapter } from './adapter.ts'

const closers: (() => Promise<void>)[] = []
afterEach(() => Promise.all(closers.splice(0).map((close) => close())))

interface Session {
  token: string
  /** Replaces a rejected token. Without it, a rejected session ends. */
  renewed?: string
}

const warned = vi.spyOn(console, 'warn').mockReturnValue()

/** Starts a host that accepts certain tokens, and an adapter whose calls have the token of a session. */
async function arrange(session: Session, { maxAge }: { maxAge?: number } = {}) {
  const accepted = new Set([session.token])
  const held = new Map<string, Promise<void>>()
  const fetched: string[] = []
  const host = await answeringServer(({ headers }, response) => {
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    fetched.push(token)
    void (held.get(token) ?? Promise.resolve()).then(() => answer(response, accepted.has(token)))
  })
  closers.push(host.close)
  const onUnauthorised = vi.fn<() => void>()
  const adapter = createAdapter({
    base: host.url,
    apiKey: null,
    superAdminNumbers: [],
    maxAge,
    tokens: {
      person: () => '',
      token: () => session.token,
      renew: () => Promise.resolve((session.token = session.renewed ?? session.token)),
      onUnauthorised,
    },
  })
  const read = () => adapter.send({ key: 'GET /partner-names', query: { list: 'approved' } })
  return { adapter, accepted, held, fetched, onUnauthorised, read }
}

function answer(response: ServerResponse, isAccepted: boolean): void {
  response.writeHead(isAccepted ? 200 : 401, { 'content-type': 'application/json' })
  response.end(isAccepted ? '[]' : '{}')
}

describe('the first fetch of a list', () => {
  test('is made again with a renewed token, so that a 401 to the earlier token does not end the session', async () => {
    const session: Session = { token: 'first', renewed: 'second' }
    const { accepted, held, fetched, onUnauthorised, read } = await arrange(session)
    const { promise, resolve: answerFirst } = Promise.withResolvers<void>()
    held.set('first', promise)
    const early = read()
    await expect.poll(() => fetched).toEqual(['first'])
    accepted.delete('first')
    accepted.add('second')
    // another call has renewed the token
    session.token = 'second'
    const late = read()
    answerFirst()
    expect(await Promise.allSettled([early, late])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ])
    expect(onUnauthorised).not.toHaveBeenCalled()
    expect(fetched).toEqual(['first', 'second'])
  })

  test('is shared by all reads with the same token', async () => {
    const { fetched, read } = await arrange({ token: 'first' })
    await Promise.all([read(), read(), read()])
    expect(fetched).toEqual(['first'])
  })
})

describe('a list that is fetched again in the background', () => {
  test('is fetched with a renewed token after a 401', async () => {
    const session: Session = { token: 'first', renewed: 'second' }
    const { adapter, accepted, fetched, onUnauthorised, read } = await arrange(session, {
      maxAge: 0,
    })
    await read()
    accepted.delete('first')
    accepted.add('second')
    const changed = vi.fn<() => void>()
    adapter.watch(changed)
    await read()
    await expect.poll(() => changed.mock.calls).toHaveLength(1)
    expect(fetched).toEqual(['first', 'first'])
    await read()
    expect(fetched).toEqual(['first', 'first', 'first', 'second'])
    expect(onUnauthorised).not.toHaveBeenCalled()
  })

  test('ends the session if the renewed token is rejected too, and sends no further calls', async () => {
    const session: Session = { token: 'first', renewed: 'second' }
    const { adapter, accepted, fetched, onUnauthorised, read } = await arrange(session, {
      maxAge: 0,
    })
    await read()
    accepted.clear()
    const again = vi.fn<() => void>(() => void read().catch(() => {}))
    // reads again after each change, as the console does
    adapter.watch(again)
    await read()
    await expect.poll(() => onUnauthorised.mock.calls).toHaveLength(1)
    expect(again).toHaveBeenCalledOnce()
    expect(fetched).toEqual(['first', 'first', 'first', 'second'])
  })

  test('stays if only an earlier token is rejected', async () => {
    const session: Session = { token: 'first' }
    const { adapter, accepted, held, fetched, read } = await arrange(session, { maxAge: 0 })
    await read()
    const changed = vi.fn<() => void>()
    adapter.watch(changed)
    accepted.delete('first')
    const { promise, resolve: answerFirst } = Promise.withResolvers<void>()
    held.set('first', promise)
    await read()
    session.token = 'second'
    await read()
    warned.mockClear()
    answerFirst()
    await expect.poll(() => warned.mock.calls).toHaveLength(1)
    expect(changed).not.toHaveBeenCalled()
    expect(fetched).toEqual(['first', 'first'])
  })
})

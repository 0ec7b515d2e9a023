import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepList } from './keep-list.ts'

const MAX_AGE_MS = 180_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Keeps a list that the test answers. */
function arrange() {
  const loads: PromiseWithResolvers<string>[] = []
  const load = () => {
    const next = Promise.withResolvers<string>()
    loads.push(next)
    return next.promise
  }
  const changed = vi.fn<() => void>()
  const list = keepList('/bookings', load, { maxAge: MAX_AGE_MS, token: () => null, changed })

  /** Answers the latest fetch. */
  const answer = async (value: string | Error) => {
    const latest = loads.at(-1)
    if (value instanceof Error) latest?.reject(value)
    else latest?.resolve(value)
    await latest?.promise.catch(() => {})
    // the list has followed the answer
    await new Promise((resolve) => setTimeout(resolve))
  }

  /** Reads the list for the first time. */
  const first = async (value: string) => {
    const read = list.read()
    await answer(value)
    return read
  }

  return { list, first, answer, changed, fetches: () => loads.length }
}

describe('a list that the page asks to expire when it is shown again', () => {
  const AGE_MS = 10_000

  test('is fetched again if it is 10 s old, and only once until it is 10 s old again', async () => {
    const { list, first, answer, fetches } = arrange()
    await first('old')
    vi.setSystemTime(Date.now() + AGE_MS)
    list.expireOlder(AGE_MS)
    expect(fetches()).toBe(1)
    expect(await list.read()).toBe('old')
    list.expireOlder(AGE_MS)
    await list.read()
    await answer('new')
    list.expireOlder(AGE_MS)
    expect(await list.read()).toBe('new')
    expect(fetches()).toBe(2)
  })

  test('is not fetched again within 10 s of an answer or a failure', async () => {
    vi.spyOn(console, 'warn').mockReturnValueOnce()
    const { list, first, answer, fetches } = arrange()
    await first('old')
    vi.setSystemTime(Date.now() + AGE_MS - 1)
    list.expireOlder(AGE_MS)
    await list.read()
    expect(fetches()).toBe(1)
    vi.setSystemTime(Date.now() + 1)
    list.expireOlder(AGE_MS)
    await list.read()
    await answer(new Error('offline'))
    list.expireOlder(AGE_MS)
    await list.read()
    expect(fetches()).toBe(2)
  })
})

describe('a list whose clock was set back', () => {
  test('is fetched again, and then kept as long as any other', async () => {
    const { list, first, answer, fetches } = arrange()
    await first('old')
    vi.setSystemTime(Date.now() - 5 * 3_600_000)
    expect(await list.read()).toBe('old')
    await answer('new')
    vi.setSystemTime(Date.now() + MAX_AGE_MS - 1)
    expect(await list.read()).toBe('new')
    expect(fetches()).toBe(2)
    vi.setSystemTime(Date.now() + 1)
    await list.read()
    expect(fetches()).toBe(3)
  })

  test('expires when the page is shown again', async () => {
    const { list, first, fetches } = arrange()
    await first('old')
    vi.setSystemTime(Date.now() - 5 * 3_600_000)
    list.expireOlder(10_000)
    await list.read()
    expect(fetches()).toBe(2)
  })
})

describe('an expired list', () => {
  test('answers the next read, which fetches it again', async () => {
    const { list, first, answer, changed, fetches } = arrange()
    await first('old')
    list.expire()
    expect(fetches()).toBe(1)
    expect(await list.read()).toBe('old')
    await answer('new')
    expect(changed).toHaveBeenCalledOnce()
    expect(await list.read()).toBe('new')
    expect(fetches()).toBe(2)
  })

  test('is fetched once more if it expires while it is fetched', async () => {
    const { list, first, answer, fetches } = arrange()
    await first('old')
    list.expire()
    await list.read()
    list.expire()
    await answer('read before the write')
    expect(await list.read()).toBe('read before the write')
    expect(fetches()).toBe(3)
  })

  test('that cannot be fetched is fetched again when it is read 10 s later', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValueOnce()
    const { list, first, answer, fetches } = arrange()
    await first('old')
    list.expire()
    await list.read()
    await answer(new Error('offline'))
    expect(warned).toHaveBeenCalledOnce()
    vi.setSystemTime(Date.now() + 9999)
    expect(await list.read()).toBe('old')
    expect(fetches()).toBe(2)
    vi.setSystemTime(Date.now() + 1)
    expect(await list.read()).toBe('old')
    expect(fetches()).toBe(3)
  })
})

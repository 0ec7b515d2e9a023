import { afterEach, describe, expect, test, vi } from 'vitest'
import { createElevation, type Elevation, ELEVATION_KEY } from './elevation.ts'
import { createSession, SUPER_ADMIN_KEY } from './session.ts'

const NOW = Date.UTC(2026, 0, 15, 9)
const MINUTE = 60_000
const GRANT: Elevation = { grant: 'a grant', expiresAt: NOW + 15 * MINUTE }

afterEach(() => vi.useRealTimers())

describe('Super Admin mode (§4.1)', () => {
  test('is turned on with a stored grant, and off by Disable', () => {
    const { tab, local } = browser()
    const { elevation, kept } = tab()
    elevation.begin(GRANT)
    expect(elevation.state()).toEqual({ elevated: true, ...GRANT, ranOut: false })
    expect(local.getItem(SUPER_ADMIN_KEY)).toBe('true')

    elevation.end()
    expect(elevation.state()).toMatchObject({ elevated: false, grant: null, ranOut: false })
    expect(local.getItem(SUPER_ADMIN_KEY)).toBe('false')
    expect(kept.getItem(ELEVATION_KEY)).toBeNull()
  })

  test('is off after logout', () => {
    const { elevation, session } = browser().tab()
    elevation.begin(GRANT)
    session.signOut('logout')
    expect(elevation.state()).toMatchObject({ elevated: false, grant: null, ranOut: false })
  })

  test('is off when the grant expires, and shows a notice until it is acknowledged', () => {
    const { elevation } = browser().tab()
    elevation.begin(GRANT)
    vi.advanceTimersByTime(15 * MINUTE - 1)
    expect(elevation.state().elevated).toBe(true)
    expect(elevation.timeLeft()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(elevation.state()).toMatchObject({ elevated: false, grant: null, ranOut: true })
    elevation.acknowledge()
    expect(elevation.state().ranOut).toBe(false)
  })

  test('is off within a second after a computer has slept beyond the end', () => {
    const { elevation } = browser().tab()
    elevation.begin(GRANT)
    // a sleep does not count for timers
    vi.setSystemTime(NOW + 16 * MINUTE)
    vi.advanceTimersByTime(1000)
    expect(elevation.state()).toMatchObject({ elevated: false, ranOut: true })
  })

  test.each([1, 30])(
    'is off within a second after the end if the clock was set back by %d days for a while',
    (days) => {
      const { elevation } = browser().tab()
      elevation.begin(GRANT)
      vi.setSystemTime(NOW - days * 24 * 60 * MINUTE)
      vi.advanceTimersByTime(MINUTE)
      expect(elevation.state().elevated).toBe(true)
      vi.setSystemTime(NOW + 15 * MINUTE)
      vi.advanceTimersByTime(1000)
      expect(elevation.state()).toMatchObject({ elevated: false, ranOut: true })
    },
  )

  test('does not end by itself on a plain host', () => {
    const { elevation } = browser().tab()
    elevation.begin({ grant: null, expiresAt: null })
    vi.advanceTimersByTime(600 * MINUTE)
    expect(elevation.state().elevated).toBe(true)
  })

  test('is restored after a reload, for the remaining time', () => {
    const { tab } = browser()
    const before = tab()
    before.elevation.begin(GRANT)
    vi.advanceTimersByTime(5 * MINUTE)
    const { elevation } = tab(before.kept)
    expect(elevation.state()).toMatchObject({ elevated: true, grant: 'a grant' })
    expect(elevation.timeLeft()).toBe(10 * MINUTE)
  })

  test('is turned on and off in all tabs at once', () => {
    const { tab, othersReread } = browser()
    const [here, there] = [tab(), tab()]
    here.elevation.begin(GRANT)
    expect(there.elevation.state()).toMatchObject({ elevated: true, grant: 'a grant' })
    there.elevation.end()
    othersReread()
    expect(here.elevation.state()).toMatchObject({ elevated: false, grant: null, ranOut: false })
  })
})

describe('the host corrects the stored flag at start', () => {
  test('a new tab receives the grant from another tab', async () => {
    const { tab } = browser()
    tab().elevation.begin(GRANT)
    const { elevation } = tab()
    const received: (string | null)[] = []
    await elevation.recover(answering((grant) => (received.push(grant), GRANT)))
    expect(received).toEqual(['a grant'])
    expect(elevation.state()).toEqual({ elevated: true, ...GRANT, ranOut: false })
  })

  test('turns off a flag without a grant', async () => {
    const { tab, local } = browser()
    local.setItem(SUPER_ADMIN_KEY, 'true')
    const { elevation } = tab()
    const recovered = elevation.recover(answering(() => null))
    await vi.advanceTimersByTimeAsync(500)
    await recovered
    expect(elevation.state()).toMatchObject({ elevated: false, ranOut: false })
    expect(local.getItem(SUPER_ADMIN_KEY)).toBe('false')
  })

  test('turns off a grant that the host has ended, with a notice', async () => {
    const { elevation } = browser().tab()
    elevation.begin(GRANT)
    await elevation.recover(answering(() => null))
    expect(elevation.state()).toMatchObject({ elevated: false, grant: null, ranOut: true })
  })

  test('changes nothing if the host cannot be reached', async () => {
    const { elevation } = browser().tab()
    elevation.begin(GRANT)
    const away = () => Promise.reject(new Error('away'))
    await expect(elevation.recover(away)).rejects.toThrow('away')
    expect(elevation.state()).toMatchObject({ elevated: true, grant: 'a grant' })
  })
})

function answering(read: (grant: string | null) => Elevation | null) {
  return async (grant: string | null) => read(grant)
}

/** Returns a signed-in browser whose tabs share local storage and a channel. Its clock does not move. */
function browser() {
  vi.useFakeTimers({ now: NOW })
  const local = aStorage()
  const tabs: { hear: (event: MessageEvent) => void; reread: () => void }[] = []
  function tab(kept = aStorage()) {
    const session = createSession({
      storage: local,
      locks: undefined,
      now: Date.now,
      refreshUrl: () => 'http://127.0.0.1:9/',
    })
    if (session.currentToken() === null) session.signIn({ idToken: 'opaque' })
    const own: (typeof tabs)[number] = { hear: () => {}, reread: session.reread }
    tabs.push(own)
    const channel = {
      postMessage: (data: unknown) => {
        for (const other of tabs) if (other !== own) other.hear({ data } as MessageEvent)
      },
      addEventListener: (_: string, hear: unknown) => {
        own.hear = hear as (event: MessageEvent) => void
      },
    }
    const elevation = createElevation({
      session,
      storage: kept,
      channel: channel as Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
    })
    return { elevation, session, kept }
  }
  const othersReread = () => tabs.forEach(({ reread }) => reread())
  return { tab, local, othersReread }
}

function aStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

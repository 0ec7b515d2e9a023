import { readNumber, readObject, readText } from '@mandap/domain/wire/read.ts'
import type { Session } from './session.ts'

/** Super Admin mode (§4.1). */
export interface Elevation {
  /** Sent with the calls that override or delete; null if the host needs none. */
  grant: string | null
  /** Epoch milliseconds on the host's clock; null if the mode does not expire. */
  expiresAt: number | null
}

export const ELEVATION_KEY = 'mandap.admin.elevation'

export interface ElevationState {
  /** Whether Super Admin is on (§4.1), as stored in the session's flag. */
  elevated: boolean
  /** Sent with the calls that override or delete; null on a plain host. */
  grant: string | null
  /** Epoch milliseconds on the host's clock; null if the mode does not expire. */
  expiresAt: number | null
  /** Whether the grant has expired and the person has not acknowledged it. */
  ranOut: boolean
}

interface Dependencies {
  session: Pick<Session, 'state' | 'subscribe' | 'setSuperAdmin' | 'reread' | 'issuerNow'>
  /** The tab's session storage: a grant survives a reload, but not the end of the browser. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** A channel to the other tabs, which store the grant too. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
}

/** The messages between tabs. A new tab requests the grant from the others. */
type Message = { kind: 'wanted' } | { kind: 'begun'; elevation: Elevation }

/** Milliseconds for which a new tab waits for another tab's grant. */
const GRANT_WAIT_MS = 500

const CHECK_INTERVAL_MS = 1000

/** Creates the Super Admin mode. The flag is stored in the session, the grant here. */
export function createElevation({ session, storage, channel }: Dependencies) {
  let held: Elevation | null = stored()
  let ranOut = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let others = Promise.withResolvers<void>()
  let state = current()
  const listeners = new Set<() => void>()

  function stored(): Elevation | null {
    const text = storage.getItem(ELEVATION_KEY)
    if (text === null) return null
    const { grant, expiresAt } = readObject(JSON.parse(text))
    return { grant: readText(grant) || null, expiresAt: readNumber(expiresAt) }
  }

  function current(): ElevationState {
    const { superAdmin } = session.state()
    const { grant, expiresAt } = held ?? { grant: null, expiresAt: null }
    return { elevated: superAdmin, grant, expiresAt, ranOut }
  }

  function changed() {
    const next = current()
    const isSame = (Object.keys(next) as (keyof ElevationState)[]).every(
      (key) => next[key] === state[key],
    )
    if (isSame) return
    state = next
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  function keep(elevation: Elevation) {
    held = elevation
    ranOut = false
    storage.setItem(ELEVATION_KEY, JSON.stringify(elevation))
    watch()
  }

  function forget() {
    clearTimeout(timer)
    if (held !== null) ranOut = timeLeft() === 0 && session.state().token !== null
    held = null
    storage.removeItem(ELEVATION_KEY)
  }

  /** Returns the milliseconds until the grant expires; Infinity if it does not expire. */
  function timeLeft(): number {
    const { expiresAt } = held ?? {}
    if (expiresAt == null) return Infinity
    return Math.max(0, expiresAt - session.issuerNow())
  }

  /** Reads the clock each second, because a timer does not count a sleep of the computer, or a correction of the clock. */
  function watch() {
    clearTimeout(timer)
    const left = timeLeft()
    if (left === 0) end()
    else if (left < Infinity) timer = setTimeout(watch, Math.min(left, CHECK_INTERVAL_MS))
  }

  /** Turns the mode on in all tabs. */
  function begin(elevation: Elevation) {
    keep(elevation)
    session.setSuperAdmin(true)
    changed()
    post({ kind: 'begun', elevation })
  }

  /** Turns the mode off in all tabs, which observe the flag. */
  function end() {
    session.setSuperAdmin(false)
  }

  /** Turns the mode off because the grant has expired. */
  function runOut() {
    const wasOn = session.state().superAdmin
    end()
    ranOut = wasOn
    changed()
  }

  /** Corrects the stored flag at start, by what the host says about the grant. */
  async function recover(read: (grant: string | null) => Promise<Elevation | null>): Promise<void> {
    if (!session.state().superAdmin) return
    if (held === null) {
      others = Promise.withResolvers()
      const late = setTimeout(others.resolve, GRANT_WAIT_MS)
      post({ kind: 'wanted' })
      await others.promise
      clearTimeout(late)
    }
    const sent = held
    const confirmed = await read(sent?.grant ?? null)
    // the mode has changed during the request
    if (held !== sent) return
    if (confirmed) keep(confirmed)
    else if (sent === null) end()
    else runOut()
    changed()
  }

  function post(message: Message) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage(message)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'wanted') {
      if (held !== null) post({ kind: 'begun', elevation: held })
      return
    }
    // the other tab stored the flag before it sent the message
    session.reread()
    if (!session.state().superAdmin) return
    keep(data.elevation)
    changed()
    others.resolve()
  })

  session.subscribe(() => {
    const { superAdmin, token } = session.state()
    if (!superAdmin) forget()
    if (token === null) ranOut = false
    changed()
  })

  if (held !== null && session.state().superAdmin) watch()
  else if (held !== null) forget()

  return {
    state: () => state,
    subscribe,
    begin,
    end,
    runOut,
    recover,
    timeLeft,
    /** Hides the notice that the mode has ended. */
    acknowledge() {
      ranOut = false
      changed()
    },
  }
}

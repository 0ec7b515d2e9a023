import { readNumber, readObject, readText } from '@mandap/domain/wire/read.ts'
import type { Session } from './session.ts'

/** Super Admin mode (§4.1). */
export interface Elevation {
  /** Sent with the calls that override or delete; null where the host needs none. */
  grant: string | null
  /** Epoch milliseconds on the server's clock; null where the mode does not end by itself. */
  expiresAt: number | null
}

export const ELEVATION_KEY = 'mandap.admin.elevation'

export interface ElevationState {
  /** Super Admin is on (§4.1), as the flag in storage says. */
  elevated: boolean
  /** Goes with each call that overrides or deletes; null on a plain host. */
  grant: string | null
  /** Epoch milliseconds on the host's clock; null where it does not end by itself. */
  expiresAt: number | null
  /** The grant came to its end, and the person has not read so yet. */
  ranOut: boolean
}

interface Dependencies {
  session: Pick<Session, 'state' | 'subscribe' | 'setSuperAdmin' | 'reread' | 'issuerNow'>
  /** Of the tab: a grant outlives a reload, and not the browser. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** To the other tabs, which keep the grant too. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
}

/** What tabs tell each other: a new one wants the grant that the others keep. */
type Message = { kind: 'wanted' } | { kind: 'begun'; elevation: Elevation }

/** Milliseconds that a new tab waits for the grant of another. */
const OTHERS_ANSWER = 500

/** Super Admin mode: the flag is the session's, the grant is kept here. */
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

  /** Milliseconds until the grant ends; endless for one that does not end by itself. */
  function timeLeft(): number {
    const { expiresAt } = held ?? {}
    if (expiresAt == null) return Infinity
    return Math.max(0, expiresAt - session.issuerNow())
  }

  function watch() {
    clearTimeout(timer)
    const left = timeLeft()
    if (left === 0) end()
    else if (left < Infinity) timer = setTimeout(watch, left)
  }

  /** Turns the mode on, in all tabs. */
  function begin(elevation: Elevation) {
    keep(elevation)
    session.setSuperAdmin(true)
    changed()
    tell({ kind: 'begun', elevation })
  }

  /** Turns the mode off, in all tabs: the flag tells the others. */
  function end() {
    session.setSuperAdmin(false)
  }

  /** The host no longer counts the grant. */
  function runOut() {
    const wasOn = session.state().superAdmin
    end()
    ranOut = wasOn
    changed()
  }

  /** Corrects the stored flag by what the server says of the grant, once at start. */
  async function recover(read: (grant: string | null) => Promise<Elevation | null>): Promise<void> {
    if (!session.state().superAdmin) return
    if (held === null) {
      others = Promise.withResolvers()
      const late = setTimeout(others.resolve, OTHERS_ANSWER)
      tell({ kind: 'wanted' })
      await others.promise
      clearTimeout(late)
    }
    const asked = held
    const counts = await read(asked?.grant ?? null)
    // turned on, off or on again meanwhile
    if (held !== asked) return
    if (counts) keep(counts)
    else if (asked === null) end()
    else runOut()
    changed()
  }

  function tell(message: Message) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage(message)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'wanted') {
      if (held !== null) tell({ kind: 'begun', elevation: held })
      return
    }
    // the flag was stored before the message was sent
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
    /** The person has read that the mode is over. */
    acknowledge() {
      ranOut = false
      changed()
    },
  }
}

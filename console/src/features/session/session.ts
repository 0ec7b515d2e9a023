import { ApiError } from '@mandap/client/api-error.ts'
import { withSession } from '@mandap/client/session-tokens.ts'
import type { Role } from '@mandap/domain/session/role.ts'
import { claimsOf } from './claims.ts'
import { exchangeRefreshToken, RENEWAL } from './token-exchange.ts'

export const TOKEN_KEY = 'mandap.admin.token'
export const REFRESH_KEY = 'mandap.admin.refresh'
export const SUPER_ADMIN_KEY = 'mandap.admin.superAdmin'
/** The time of the last activity in any tab, in epoch milliseconds (§2.17). */
export const ACTIVE_KEY = 'mandap.admin.active'
/** The recent items, which contain names of people. The end of the session removes them. */
export const RECENT_KEY = 'mandap.admin.recent'
/** Why the last session ended. The other tabs read it. */
const ENDED_KEY = 'mandap.admin.ended'
/** Who signed in, for tokens without a subject. */
const PERSON_KEY = 'mandap.admin.person'
/** Milliseconds by which the issuer's clock is ahead of this one. */
const CLOCK_KEY = 'mandap.admin.clock'

/**
 * Why a session ended: by a logout in this tab, by the host, through inactivity, in another tab, or because the person has
 * no access.
 */
export type Ended = 'logout' | 'expired' | 'idle' | 'elsewhere' | 'noAccess'

export interface SessionState {
  token: string | null
  superAdmin: boolean
  ended: Ended | null
  /** Why the person has no access, if this tab knows. It may name them, so it is not stored. */
  reason?: string | undefined
}

interface Dependencies {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Missing outside of secure contexts. Each tab then renews and replaces its tokens separately. */
  locks: Pick<LockManager, 'request'> | undefined
  now: () => number
  /** Returns the URL of the securetoken endpoint, including the key; `''` if the service renews no sessions. */
  refreshUrl: () => string
}

const RENEW_BEFORE_MS = 60_000

/** The tokens in an answer, if it has some. */
export interface NewTokens {
  idToken?: string | undefined
  refreshToken?: string | undefined
}

export type Session = ReturnType<typeof createSession>

/** Creates the administrator's session. All tabs share the stored tokens, and code outside of components can use it. */
export function createSession({ storage, locks, now, refreshUrl }: Dependencies) {
  let state: SessionState = { ...stored(), ended: null }
  let renewal: Promise<string | null> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const listeners = new Set<() => void>()

  function stored() {
    return {
      token: storage.getItem(TOKEN_KEY),
      superAdmin: storage.getItem(SUPER_ADMIN_KEY) === 'true',
    }
  }

  function change(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  function keep(token: string, refreshToken: string | undefined, receivedAt = now()) {
    const { iat } = claimsOf(token)
    storage.setItem(CLOCK_KEY, String(iat === undefined ? 0 : iat * 1000 - receivedAt))
    storage.setItem(TOKEN_KEY, token)
    if (refreshToken && refreshUrl() !== '') storage.setItem(REFRESH_KEY, refreshToken)
    change({ ...state, token, ended: null, reason: undefined })
  }

  function signIn(tokens: {
    idToken: string
    refreshToken?: string | undefined
    email?: string | undefined
    /** When the tokens arrived, if that was earlier. */
    receivedAt?: number | undefined
  }) {
    storage.removeItem(REFRESH_KEY)
    storage.setItem(ACTIVE_KEY, String(now()))
    storage.setItem(PERSON_KEY, tokens.email?.trim().toLowerCase() ?? '')
    keep(tokens.idToken, tokens.refreshToken, tokens.receivedAt)
  }

  /** Turns Super Admin off and removes the tokens (§2.2), the recent items and the e-mail address of the sign-in. */
  function signOut(ended: Ended, reason?: string) {
    // stored before the token is removed, because the removal notifies the other tabs
    storage.setItem(ENDED_KEY, ended)
    storage.removeItem(ACTIVE_KEY)
    storage.removeItem(TOKEN_KEY)
    storage.removeItem(REFRESH_KEY)
    storage.removeItem(PERSON_KEY)
    storage.removeItem(RECENT_KEY)
    storage.setItem(SUPER_ADMIN_KEY, 'false')
    change({ token: null, superAdmin: false, ended, reason })
  }

  function setSuperAdmin(superAdmin: boolean) {
    storage.setItem(SUPER_ADMIN_KEY, String(superAdmin))
    change({ ...state, superAdmin })
  }

  /** Reads the session again after another tab has changed the storage. */
  function reread() {
    const next = stored()
    if (next.token === state.token && next.superAdmin === state.superAdmin) return
    const leftElsewhere = state.token !== null && next.token === null
    // this tab may have stored items before it was notified of the end
    if (leftElsewhere) storage.removeItem(RECENT_KEY)
    change({ ...next, ended: leftElsewhere ? endedElsewhere() : next.token ? null : state.ended })
  }

  function endedElsewhere(): Ended {
    const ended = storage.getItem(ENDED_KEY)
    return ended === 'idle' || ended === 'expired' || ended === 'noAccess' ? ended : 'elsewhere'
  }

  /** Returns the administrator's id, which is the same in their next session; `''` without a session. */
  function person(): string {
    if (state.token === null) return ''
    return claimsOf(state.token).sub ?? storage.getItem(PERSON_KEY) ?? ''
  }

  /**
   * Returns the name and e-mail of the administrator, and the role in the token. `''`, or null for the role, if it is not
   * known.
   */
  function identity(): { name: string; email: string; role: Role | null } {
    if (state.token === null) return { name: '', email: '', role: null }
    const {
      name = '',
      email = storage.getItem(PERSON_KEY) ?? '',
      role = null,
    } = claimsOf(state.token)
    return { name: name.trim(), email, role }
  }

  /** Returns the token, renewed if it expires within a minute; null without a session. */
  async function freshToken(): Promise<string | null> {
    const { token } = state
    if (token === null || lifeLeft(token) > RENEW_BEFORE_MS) return token
    try {
      return (await renew(token)) ?? state.token
    } catch (problem) {
      if (lifeLeft(token) > 0) return token
      throw problem
    }
  }

  /** Returns the remaining milliseconds of a token on the issuer's clock; Infinity if it has no expiry time. */
  function lifeLeft(token: string): number {
    const { exp } = claimsOf(token)
    if (exp === undefined) return Infinity
    return exp * 1000 - issuerNow()
  }

  /** Returns the time on the issuer's clock in epoch milliseconds. */
  function issuerNow(): number {
    return now() + Number(storage.getItem(CLOCK_KEY))
  }

  /**
   * Exchanges the refresh token, once for all tabs: refresh tokens rotate, and using one twice ends the
   * session. Returns null if there is none or the service rejected it, which signs out. Throws if the service
   * could not be reached.
   */
  function renew(stale: string): Promise<string | null> {
    renewal ??= alone(() => exchange(stale)).finally(() => {
      renewal = undefined
    })
    return renewal
  }

  async function exchange(stale: string): Promise<string | null> {
    // another tab may have renewed the token while this one waited for the lock
    reread()
    if (state.token !== stale) return state.token
    const refreshToken = storage.getItem(REFRESH_KEY)
    if (!refreshToken || refreshUrl() === '') return null

    const answer = await exchangeRefreshToken(refreshUrl(), refreshToken)
    if (answer === null) {
      signOut('expired')
      return null
    }
    const { id_token: token, refresh_token: next } = answer
    if (typeof token !== 'string') throw new ApiError('unreachable', { call: RENEWAL })
    // after a sign-out in any tab, a late answer must not restore the session
    reread()
    if (state.token !== stale) return state.token
    keep(token, typeof next === 'string' ? next : undefined)
    return token
  }

  /** Does work on the tokens after earlier such work has ended, in all tabs. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    if (locks) return locks.request('mandap.admin.refresh', work)
    const next = last.then(work, work)
    last = next
    return next
  }

  /**
   * Makes a call that re-authenticates the person, with the token that it receives, and keeps the tokens of its answer.
   * The server then refuses the earlier ones: renewals in all tabs wait for the answer, and use its tokens. Rejects
   * with an `ApiError` of the kind `unauthorised` without a session.
   */
  function reauthenticate<T>(
    call: (token: string) => Promise<T>,
    tokensOf: (answer: T) => NewTokens,
  ): Promise<T> {
    const onUnauthorised = () => signOut('expired')
    const who = person()
    return withSession({ person, token: freshToken, renew, onUnauthorised }, () =>
      alone(async () => {
        reread()
        const { token } = state
        // while this waited for the lock, another person may have signed in
        if (token === null || person() !== who) throw new ApiError('unauthorised')
        const answer = await call(token)
        const { idToken, refreshToken } = tokensOf(answer)
        // after a sign-out in any tab, a late answer must not restore the session
        reread()
        if (idToken && state.token === token) keep(idToken, refreshToken)
        return answer
      }),
    )
  }

  return {
    state: () => state,
    currentToken: () => state.token,
    subscribe,
    signIn,
    signOut,
    setSuperAdmin,
    reread,
    person,
    identity,
    freshToken,
    renew,
    reauthenticate,
    issuerNow,
  }
}

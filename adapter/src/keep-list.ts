import { ApiError } from '@mandap/client/api-error.ts'

/** A whole list that is fetched on the first read. */
export interface KeptList<L> {
  /** Returns the kept list. Fetches it again in the background if it is too old. */
  read(): Promise<L>
  /** Applies a change to the kept list. The next read fetches it again, unless nothing else can change it. */
  change(apply: (list: L) => void): void
  /** Makes the next read fetch the list again, unless nothing else can change it. The kept list stays until then. */
  expire(): void
  /** Expires the list if the host last answered at least `age` milliseconds ago. */
  expireOlder(age: number): void
  drop(): void
}

/** Milliseconds after which a list that could not be fetched again is tried once more. */
const RETRY_MS = 10_000

interface Settings {
  /** Milliseconds after which the list is fetched again in the background. */
  maxAge: number
  /** Returns the token of the latest call, with which a list is fetched. */
  token: () => string | null
  /** Called when a newer list has replaced the kept one, or the kept one is dropped because its token was rejected. */
  changed: () => void
}

/** Returns a list that is fetched with `load`, and kept. `path` names it in the log. */
export function keepList<L>(
  path: string,
  load: () => Promise<L>,
  { maxAge, token, changed }: Settings,
): KeptList<L> {
  let list: L | null = null
  let expires = 0
  let expirations = 0
  let answeredAt = 0
  let loading: { loaded: Promise<L>; token: string | null } | null = null

  function reload(): Promise<L> {
    const before = expirations
    const loaded = load().then(
      (newer) => {
        answeredAt = Date.now()
        // dropped or begun again during the request: the callers get the list, but it is not kept
        if (loading === current) {
          list = newer
          // the host may have read the list before the change that expired it
          expires = expirations === before ? Date.now() + maxAge : 0
          loading = null
        }
        return newer
      },
      (error: unknown) => {
        answeredAt = Date.now()
        if (loading === current) loading = null
        throw error
      },
    )
    const current = { loaded, token: token() }
    loading = current
    return loaded
  }

  function reloadInBackground(): void {
    const used = token()
    reload().then(changed, (error: unknown) => {
      console.warn(`GET ${path} failed; the previous list is still shown`, error)
      expires = Date.now() + Math.min(maxAge, RETRY_MS)
      const isRejected = error instanceof ApiError && error.kind === 'unauthorised'
      if (!isRejected || token() !== used) return
      // the next read waits for a fetch, whose rejection renews the token or ends the session
      list = null
      changed()
    })
  }

  function expire(): void {
    if (maxAge === Infinity) return
    expires = 0
    expirations += 1
  }

  /** Returns whether the clock was set back to before the last answer, so that its age is unknown. */
  function isSetBack(): boolean {
    return Date.now() < answeredAt
  }

  return {
    read() {
      // a load with an earlier token may be rejected, which says nothing about the token of this read
      if (list === null) return loading?.token === token() ? loading.loaded : reload()
      if (loading === null && isSetBack()) expire()
      if (loading === null && Date.now() >= expires) reloadInBackground()
      return Promise.resolve(list)
    },
    change(apply) {
      if (list !== null) apply(list)
      expire()
      // the host may have read the list before the change
      loading?.loaded.then(apply, () => {})
    },
    expire,
    expireOlder(age) {
      if (loading === null && (isSetBack() || Date.now() - answeredAt >= age)) expire()
    },
    drop() {
      list = null
      loading = null
    },
  }
}

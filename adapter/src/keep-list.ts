/** A whole list that is fetched on the first read. */
export interface KeptList<L> {
  /** Returns the kept list. Fetches it again in the background if it is too old. */
  read(): Promise<L>
  /** Applies a change to the kept list. The next read fetches it again, unless nothing else can change it. */
  change(apply: (list: L) => void): void
  /** Returns the list if it has been fetched. */
  peek(): L | null
  drop(): void
}

/** Returns a list that is kept for `maxAge` milliseconds. Calls `changed` when a newer one has replaced it. */
export function keepList<L>(
  path: string,
  load: () => Promise<L>,
  maxAge: number,
  changed: () => void,
): KeptList<L> {
  let list: L | null = null
  let expires = 0
  let loading: Promise<L> | null = null

  function reload(): Promise<L> {
    const current = load().then(
      (loaded) => {
        // dropped during the request: the callers get the list, but it is not kept
        if (loading === current) {
          list = loaded
          expires = Date.now() + maxAge
          loading = null
        }
        return loaded
      },
      (error: unknown) => {
        if (loading === current) loading = null
        throw error
      },
    )
    loading = current
    return current
  }

  function reloadInBackground(): void {
    reload().then(changed, (error: unknown) => {
      expires = Date.now() + maxAge
      console.warn(`GET ${path}: the list shown is an older one`, error)
    })
  }

  return {
    read() {
      if (list === null) return loading ?? reload()
      if (loading === null && Date.now() >= expires) reloadInBackground()
      return Promise.resolve(list)
    },
    change(apply) {
      if (list !== null) apply(list)
      if (maxAge !== Infinity) expires = 0
      // the host may have read the list before the change
      loading?.then(apply, () => {})
    },
    peek: () => list,
    drop() {
      list = null
      loading = null
    },
  }
}

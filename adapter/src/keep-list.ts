/** A whole list that is fetched when it is first read. */
export interface KeptList<L> {
  /** Returns the list that is kept, and fetches it again in the background once it is too old. */
  read(): Promise<L>
  /** Applies a change of ours to the list, and has it fetched again at the next reading. */
  change(apply: (list: L) => void): void
  /** Returns the list if it is kept. */
  peek(): L | null
  drop(): void
}

/** Keeps a list for `maxAge` milliseconds. `changed` is called when a newer one has replaced it. */
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
        // dropped in the meantime: the callers still get their answer, but it is not kept
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
      expires = 0
      // the host may have read what is being fetched before the change
      loading?.then(apply, () => {})
    },
    peek: () => list,
    drop() {
      list = null
      loading = null
    },
  }
}

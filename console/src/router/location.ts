/** A path with its query and hash, which are '' or begin with `?` and `#`. */
export interface Path {
  pathname: string
  search: string
  hash: string
}

/** An entry of the browser's history. Its path begins below the base of the console. */
export interface Location extends Path {
  /** The navigation state of the entry, null without one. */
  state: object | null
  /** Identifies the entry. */
  key: string
}

/** The target of a navigation. Without a pathname it stays on the current screen. */
export type To = string | Partial<Path>

export function createPath({ pathname = '/', search = '', hash = '' }: Partial<Path>): string {
  return `${pathname}${beginning('?', search)}${beginning('#', hash)}`
}

export function parsePath(path: string): Path {
  const [beforeHash, hash] = cutAt('#', path)
  const [pathname, search] = cutAt('?', beforeHash)
  return { pathname, search, hash }
}

/** Returns whether a target does not depend on the current screen. */
export function hasPathname(to: To): boolean {
  return Boolean((typeof to === 'string' ? parsePath(to) : to).pathname)
}

/** Returns the whole path of a target from the screen at `pathname`. */
export function resolvePath(to: To, pathname: string): Path {
  const { search = '', hash = '', ...path } = typeof to === 'string' ? parsePath(to) : to
  return {
    pathname: path.pathname || pathname,
    search: beginning('?', search),
    hash: beginning('#', hash),
  }
}

/**
 * The parameters that stay out of the requests of the browser: what a person searches for, names of people, and the code
 * of a reset mail. In an address they are behind `#?`, which browsers do not send to the server.
 */
const PRIVATE_PARAMETERS: readonly string[] = ['search', 'partner', 'person', 'oobCode']

const PRIVATE_MARK = '#?'

/** Returns the address of a path in a console below `base`, which begins and ends with `/`. */
export function hrefOf({ pathname, search, hash }: Path, base: string): string {
  const all = new URLSearchParams(search)
  const secret = new URLSearchParams()
  for (const name of PRIVATE_PARAMETERS) {
    const value = all.get(name)
    if (value === null) continue
    secret.set(name, value)
    all.delete(name)
  }
  const path = base.slice(0, -1) + pathname
  if (secret.size === 0) return path + search + hash
  // an element of the screen has no search of its own
  return path + beginning('?', String(all)) + (hash || `${PRIVATE_MARK}${secret}`)
}

/** Returns whether two paths have the same address. */
export function isSameAddress(one: Path, other: Path): boolean {
  return hrefOf(one, '/') === hrefOf(other, '/')
}

/** Returns the query of an address, with the parameters behind its `#?`, and the rest of its hash. */
function wholeQuery({ search, hash }: Pick<Path, 'search' | 'hash'>): Omit<Path, 'pathname'> {
  if (!hash.startsWith(PRIVATE_MARK)) return { search, hash }
  const secret = hash.slice(PRIVATE_MARK.length)
  return { search: search === '' ? beginning('?', secret) : `${search}&${secret}`, hash: '' }
}

/** Returns the browser's current entry. Gives an entry that the browser made a key. */
export function currentLocation(base: string): Location {
  // two entries of the browser may differ in their hash alone
  if (currentKey() === '') window.history.replaceState(newEntry(stored()?.usr), '')
  const { pathname } = window.location
  return {
    pathname: pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname,
    ...wholeQuery(window.location),
    state: stored()?.usr ?? null,
    key: currentKey(),
  }
}

/** Returns the key of the browser's current entry, which the router renders a moment later; `''` before it has one. */
export function currentKey(): string {
  return stored()?.key ?? ''
}

/** Returns the state of a new entry with a given navigation state. */
export function newEntry(state: object | null | undefined): object {
  return { usr: state ?? null, key: Math.random().toString(36).slice(2) }
}

function stored() {
  return window.history.state as { usr?: object | null; key?: string } | null
}

function beginning(mark: string, text: string): string {
  return text === '' || text === mark ? '' : text.startsWith(mark) ? text : mark + text
}

function cutAt(mark: string, text: string): [before: string, from: string] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

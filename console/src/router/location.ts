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
  /** Identifies the entry. An entry that the browser made has the key `default`. */
  key: string
}

/** The target of a navigation. Without a pathname it stays on the present screen. */
export type To = string | Partial<Path>

export function createPath({ pathname = '/', search = '', hash = '' }: Partial<Path>): string {
  return `${pathname}${beginning('?', search)}${beginning('#', hash)}`
}

export function parsePath(path: string): Path {
  const [beforeHash, hash] = cutAt('#', path)
  const [pathname, search] = cutAt('?', beforeHash)
  return { pathname, search, hash }
}

/** Returns whether a target does not depend on the present screen. */
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

/** Returns the address of a path in a console below `base`, which begins and ends with `/`. */
export function hrefOf(path: Path, base: string): string {
  return base.slice(0, -1) + createPath(path)
}

/** Returns the browser's present entry. */
export function currentLocation(base: string): Location {
  const { pathname, search, hash } = window.location
  return {
    pathname: pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname,
    search,
    hash,
    state: stored()?.usr ?? null,
    key: currentKey(),
  }
}

/** Returns the key of the browser's present entry, which the router renders a moment later. */
export function currentKey(): string {
  return stored()?.key ?? 'default'
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

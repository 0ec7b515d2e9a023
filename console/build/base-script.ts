/**
 * Runs inline before anything else of a page that may be below any folder: sets the base of the page's URLs to the
 * folder, which is the part of the path that `folder` captures. The page contains the source of this function, so it
 * must not use anything outside of it.
 */
export function baseScript(folder: RegExp) {
  const base = document.createElement('base')
  base.href = folder.exec(location.pathname)?.[1] ?? '/'
  document.head.append(base)
  // for an unknown path the folder is a guess: if it has no config.json, the page opens the folder above it
  async function checkFolder({ target }: Event) {
    if (!(target instanceof HTMLScriptElement)) return
    const { headers } = await fetch('config.json')
    const isPage = headers.get('content-type')?.startsWith('text/html')
    if (isPage && base.getAttribute('href') !== '/') location.replace('..')
  }
  window.addEventListener('error', (event) => void checkFolder(event), true)
}

/**
 * Returns the pattern that captures the folder in front of one of these routes. Before an unknown path, it captures
 * everything up to the last slash, which is a guess.
 */
export function folderBefore(routes: readonly string[]): RegExp {
  const known = routes.map((route) => route.slice(1).replaceAll(/:\w+/g, '[^/]+'))
  return new RegExp(`^(.*?/)(?:${known.join('|')}|[^/]*)$`)
}

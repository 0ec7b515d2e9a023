import type { Heading } from '../src/features/navigation/headings.ts'

/** The names of the chunks to preload, without folder and ending: those of the layout, and those of each screen's folder. */
export interface Preloads {
  layout: string[]
  screens: Record<string, string[]>
}

/**
 * Runs inline before the first paint: applies the stored theme, decides which of the two shells is visible, and
 * preloads the chunks of the opened route. The page contains the source of this function, so it must not use
 * anything outside of it.
 */
export function firstPaintScript(preloads: Preloads) {
  const root = document.documentElement
  const base = document.querySelector('base')?.getAttribute('href') ?? '/'
  function preload(name: string, as?: string) {
    const link = document.createElement('link')
    link.rel = as === undefined ? 'modulepreload' : 'preload'
    if (as !== undefined) link.as = as
    link.crossOrigin = 'anonymous'
    link.fetchPriority = 'low'
    link.href = base + name
    document.head.append(link)
  }
  // the page of our own server contains it
  if (!document.getElementById('config')) preload('config.json', 'fetch')
  const path = location.pathname.slice(base.length)
  try {
    const theme = localStorage.getItem('mandap.theme')
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
    if (path === 'reset-password') root.dataset['reset'] = ''
    else if (localStorage.getItem('mandap.admin.token')) root.dataset['signedIn'] = ''
    else return
  } catch {
    return
  }
  let folder = path.replaceAll('/', '-') || 'dashboard'
  while (folder && !preloads.screens[folder]) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('-')))
    if (preloads.screens[`${folder}-id`]) folder += '-id'
  }
  root.dataset['screen'] = folder
  const layout = 'signedIn' in root.dataset ? preloads.layout : []
  for (const name of [...layout, ...(preloads.screens[folder] ?? [])]) preload(`assets/${name}.js`)
}

/**
 * Runs inline behind the heading of the shell: writes the heading of the opened screen, by its folder. The page
 * contains the source of this function.
 */
export function headingScript(headings: Record<string, Heading>) {
  const heading = headings[document.documentElement.dataset['screen'] ?? '']
  if (!heading) return
  document.title = `${heading.title} · Mandap`
  for (const part of ['back', 'title', 'subtitle', 'search'] as const) {
    // a searched list shows its search, which the page does not know
    if (part === 'search' && location.search + location.hash !== '') continue
    const place = document.getElementById(`shell-${part}`)
    if (place && heading[part]) place.textContent = heading[part]
  }
}

/**
 * Runs inline behind the shells: executes the entry of the console after the first paint, which it would delay. The
 * page contains the source of this function.
 */
export function startScript(entry: string) {
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = 'anonymous'
  script.src = entry
  function start() {
    if (!script.isConnected) document.head.append(script)
  }
  // a hidden tab paints nothing
  if (document.hidden) start()
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  setTimeout(start, 1000)
}

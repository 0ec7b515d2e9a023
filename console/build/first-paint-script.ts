/** The chunks to preload: those of the layout, and those of each screen's folder. */
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
  try {
    const theme = localStorage.getItem('mandap.theme')
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
    if (!localStorage.getItem('mandap.admin.token')) return
  } catch {
    return
  }
  root.dataset['signedIn'] = ''
  let folder = location.pathname.slice(1).replaceAll('/', '-') || 'dashboard'
  while (folder && !preloads.screens[folder]) {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('-')))
    if (preloads.screens[`${folder}-id`]) folder += '-id'
  }
  for (const href of [...preloads.layout, ...(preloads.screens[folder] ?? [])]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
}

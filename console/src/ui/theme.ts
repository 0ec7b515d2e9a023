import { useSyncExternalStore } from 'preact/compat'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

// The first-paint script reads the same key before the first paint.
const KEY = 'mandap.theme'
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

function apply() {
  const theme = storedTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

addEventListener('storage', (event) => {
  if (event.key === KEY) apply()
})

export function setTheme(theme: Theme) {
  localStorage.setItem(KEY, theme)
  apply()
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, storedTheme)
}

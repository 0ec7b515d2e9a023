import { useSyncExternalStore } from 'preact/compat'

/** Returns whether a media query matches, and renders again when that changes. `query` must be constant. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

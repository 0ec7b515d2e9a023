import { useLayoutEffect } from 'preact/compat'

/** Sets the title of the browser's tab while the component is shown. `title` is the name of the screen. */
export function usePageTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = `${title} · Mandap`
  }, [title])
}

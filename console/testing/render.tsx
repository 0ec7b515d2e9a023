import type { ReactNode } from 'preact/compat'
import { createRoot } from 'preact/compat/client'
import { Router } from '../src/router/Router.tsx'
import { onTestFinished } from 'vitest'
import { runEffects } from '../src/app/effects-before-events.ts'
import '../src/app/style.css'

/** Draws components at a URL below `base` in the page of the test. Removes them and restores the URL when the test ends. */
export function render(components: ReactNode, path = '/', base = '/'): void {
  const urlBefore = window.location.href
  history.replaceState(null, '', path)
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  root.render(<Router base={base}>{components}</Router>)
  onTestFinished(() => {
    root.unmount()
    // the next test may already run in the next frame
    runEffects()
    element.remove()
    history.replaceState(null, '', urlBefore)
  })
}

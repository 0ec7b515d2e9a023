import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from '../src/router/Router.tsx'
import { onTestFinished } from 'vitest'
import '../src/app/style.css'

/** Draws components at a URL below `base` in the page of the test. Removes them and restores the URL when the test ends. */
export function render(components: ReactNode, path = '/', base = '/'): void {
  const urlBefore = window.location.href
  history.replaceState(null, '', path)
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <Router base={base}>{components}</Router>
    </StrictMode>,
  )
  onTestFinished(() => {
    root.unmount()
    element.remove()
    history.replaceState(null, '', urlBefore)
  })
}

import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { onTestFinished } from 'vitest'
import '../src/app/style.css'

/** Draws components at a URL in the page of the test. Removes them and restores the URL when the test ends. */
export function render(components: ReactNode, path = '/'): void {
  const urlBefore = window.location.href
  history.replaceState(null, '', path)
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <BrowserRouter>{components}</BrowserRouter>
    </StrictMode>,
  )
  onTestFinished(() => {
    root.unmount()
    element.remove()
    history.replaceState(null, '', urlBefore)
  })
}

import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { onTestFinished } from 'vitest'
import '../src/app/style.css'

/** Draws components in the page of the test, and removes them when the test ends. */
export function render(components: ReactNode): void {
  const element = document.body.appendChild(document.createElement('main'))
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <MemoryRouter>{components}</MemoryRouter>
    </StrictMode>,
  )
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
}

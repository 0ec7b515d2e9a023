import { StrictMode } from 'preact/compat'
import { createRoot } from 'preact/compat/client'
import { Router } from '../src/router/Router.tsx'
import './gallery.css'
import { Gallery } from './Gallery.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Router>
      <Gallery />
    </Router>
  </StrictMode>,
)

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
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

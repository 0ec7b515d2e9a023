import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from '../router/Router.tsx'
import { ConfigError, loadConfig } from '../features/client/config.ts'
import { ErrorState } from '../ui/states.tsx'
import { session } from '../features/session/current.ts'
import { AppRoutes, loadScreen } from './routes.tsx'

// the demonstration sets a base, the folder in which it is published
const base = import.meta.env.MODE === 'demo' ? new URL(document.baseURI).pathname : '/'
const root = createRoot(document.getElementById('root')!)

async function start() {
  try {
    await loadConfig()
    const pathname = location.pathname.slice(base.length - 1)
    // a screen that fails to load says so when it renders
    await loadScreen(pathname, session.currentToken() !== null).catch(() => {})
    // in a transition, React renders in short tasks
    startTransition(() =>
      root.render(
        <StrictMode>
          <Router base={base}>
            <AppRoutes />
          </Router>
        </StrictMode>,
      ),
    )
  } catch (problem) {
    root.render(<NoConfig problem={problem} />)
  }
}

function NoConfig({ problem }: { problem: unknown }) {
  const wrong = problem instanceof ConfigError
  return (
    <main className="mx-auto max-w-lg pt-24">
      <title>Mandap</title>
      <h1 className="sr-only">Mandap</h1>
      <ErrorState
        text={wrong ? problem.message : 'The console could not load its configuration.'}
        hint={
          wrong ? 'Ask your administrator to correct it.' : 'Check your connection and try again.'
        }
        onRetry={() => location.reload()}
      />
    </main>
  )
}

void start()

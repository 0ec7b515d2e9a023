import { createRoot } from 'preact/compat/client'
import './effects-before-events.ts'
import { Router } from '../router/Router.tsx'
import { ConfigError, loadConfig } from '../features/client/config.ts'
import { ErrorState } from '../ui/states.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
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
    root.render(
      <Router base={base}>
        <AppRoutes />
      </Router>,
    )
  } catch (problem) {
    root.render(<NoConfig problem={problem} />)
  }
}

const NO_CONFIG = 'The console cannot start'

function NoConfig({ problem }: { problem: unknown }) {
  const wrong = problem instanceof ConfigError
  usePageTitle(NO_CONFIG)
  return (
    <main className="mx-auto max-w-lg pt-24">
      <h1 className="sr-only">{NO_CONFIG}</h1>
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

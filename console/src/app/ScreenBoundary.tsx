import type { ReactNode } from 'preact/compat'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { ErrorState } from '../ui/states.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

type Problem = 'unloaded' | 'broken'

/** Shows an error in place of a screen that failed to render or to load. The top bar stays. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary renderFailure={(error) => <ScreenProblem problem={problemOf(error)} />}>
      {children}
    </ErrorBoundary>
  )
}

function problemOf(error: unknown): Problem {
  const unloaded = error instanceof TypeError && /import|module/i.test(error.message)
  return unloaded ? 'unloaded' : 'broken'
}

const WORDS: Record<Problem, { text: string; hint: string }> = {
  unloaded: {
    text: 'This screen could not be loaded.',
    hint: 'Check your connection and try again.',
  },
  broken: {
    text: 'This screen stopped working.',
    hint: 'Your saved work is safe. If this happens again, tell your administrator what you were doing.',
  },
}

const TITLE = 'This screen cannot be shown'

function ScreenProblem({ problem }: { problem: Problem }) {
  usePageTitle(TITLE)
  return (
    <>
      <h1 className="sr-only">{TITLE}</h1>
      <ErrorState
        {...WORDS[problem]}
        // A browser does not load a failed chunk again, and after a release the old chunks no longer exist.
        onRetry={() => location.reload()}
      />
    </>
  )
}

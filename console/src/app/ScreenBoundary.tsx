import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/states.tsx'

type Problem = 'unloaded' | 'broken'

/** Shows an error in place of a screen that failed to render or to load. The top bar stays. */
export class ScreenBoundary extends Component<
  { children: ReactNode },
  { problem: Problem | null }
> {
  override state: { problem: Problem | null } = { problem: null }

  static getDerivedStateFromError(error: unknown): { problem: Problem } {
    const unloaded = error instanceof TypeError && /import|module/i.test(error.message)
    return { problem: unloaded ? 'unloaded' : 'broken' }
  }

  override render() {
    const { problem } = this.state
    if (problem === null) return this.props.children
    return (
      <>
        <title>This screen cannot be shown · Mandap</title>
        <h1 className="sr-only">This screen cannot be shown</h1>
        <ErrorState
          {...WORDS[problem]}
          // A browser does not load a failed chunk again, and after a release the old chunks no longer exist.
          onRetry={() => location.reload()}
        />
      </>
    )
  }
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

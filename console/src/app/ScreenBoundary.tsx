import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/states.tsx'

type Problem = 'unloaded' | 'broken'

/** Keeps a screen that broke, or never arrived, from taking the top bar with it. */
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
        <h1 className="sr-only">This screen cannot be shown</h1>
        <ErrorState
          {...WORDS[problem]}
          // The browser keeps a chunk that failed as failed, and after a release the old ones are gone.
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

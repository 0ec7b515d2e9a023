import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/states.tsx'

/** Keeps a broken screen from taking the top bar with it. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <ErrorState
        text="This screen stopped working."
        hint="Nothing that was saved is lost. If it happens again, tell whoever looks after the console what you did."
        // A chunk that failed to load stays failed for this page: only a reload asks for it again.
        onRetry={() => location.reload()}
      />
    )
  }
}

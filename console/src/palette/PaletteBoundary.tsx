import { Component, type ReactNode } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/states.tsx'

/** Keeps a palette that could not be loaded from taking the screen with it. */
export class PaletteBoundary extends Component<
  { onClose: () => void; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Dialog title="Search or go to" onClose={this.props.onClose}>
        <ErrorState
          text="The palette could not be loaded."
          hint="Check your connection and try again."
          // the browser keeps a chunk that failed as failed
          onRetry={() => location.reload()}
        />
      </Dialog>
    )
  }
}

import { Component, type ReactNode } from 'preact/compat'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/states.tsx'

/** Shows an error instead of a palette that failed to load. Without it, the screen would fail too. */
export class PaletteBoundary extends Component<
  { onClose: () => void; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static override getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Dialog title="Search or go to" onClose={this.props.onClose}>
        <ErrorState
          text="The palette could not be loaded."
          hint="Check your connection and try again."
          // a browser does not load a failed chunk again
          onRetry={() => location.reload()}
        />
      </Dialog>
    )
  }
}

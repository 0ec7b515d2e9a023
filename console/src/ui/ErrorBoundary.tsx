import { Component, type ReactNode } from 'preact/compat'

/** Shows what `renderFailure` returns instead of children that failed to render, or whose code failed to load. */
export class ErrorBoundary extends Component<
  { renderFailure: (error: unknown) => ReactNode; children: ReactNode },
  { failure: { error: unknown } | null }
> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static override getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : this.props.renderFailure(failure.error)
  }
}

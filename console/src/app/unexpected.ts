import { HostFailure } from '../host/failure.ts'
import { showOverlay } from '../ui/Overlay.tsx'

/** What nobody caught is said, and logged. Answers how to stop. */
export function tellUnexpected(): () => void {
  function onRejection({ reason }: PromiseRejectionEvent) {
    // left behind on purpose, or said by the login screen
    if (reason instanceof DOMException && reason.name === 'AbortError') return
    if (reason instanceof HostFailure && reason.kind === 'unauthorised') return
    showOverlay(
      'error',
      reason instanceof HostFailure ? reason.message : 'Something did not work. Try again.',
    )
  }
  addEventListener('unhandledrejection', onRejection)
  return () => removeEventListener('unhandledrejection', onRejection)
}

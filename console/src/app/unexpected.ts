import { ApiError } from '@mandap/client/api-error.ts'
import { showToast } from '../ui/Toast.tsx'

/** What nobody caught is said, and logged. Answers how to stop. */
export function tellUnexpected(): () => void {
  function onRejection({ reason }: PromiseRejectionEvent) {
    // left behind on purpose, or said by the login screen
    if (reason instanceof DOMException && reason.name === 'AbortError') return
    if (reason instanceof ApiError && reason.kind === 'unauthorised') return
    showToast(
      'error',
      reason instanceof ApiError ? reason.message : 'Something went wrong. Try again.',
    )
  }
  addEventListener('unhandledrejection', onRejection)
  return () => removeEventListener('unhandledrejection', onRejection)
}

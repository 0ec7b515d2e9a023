import { ApiError } from '@mandap/client/api-error.ts'
import { showToast } from '../ui/Toast.tsx'

/**
 * Shows a toast for a promise that was rejected and not handled. The browser logs it. Returns a function that stops it.
 */
export function showUnhandledRejections(): () => void {
  function onRejection({ reason }: PromiseRejectionEvent) {
    // a cancelled request, or an error that the login screen shows
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

/** Milliseconds to wait where a browser has no idle callbacks. */
const DELAY_MS = 200

/** Milliseconds after which a busy browser counts as idle. */
const MAX_WAIT_MS = 1000

/** Resolves when the browser has nothing else to do. */
export function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: MAX_WAIT_MS })
    else setTimeout(resolve, DELAY_MS)
  })
}

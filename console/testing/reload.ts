import { onTestFinished } from 'vitest'

/** Returns a function that returns how many reloads were requested since this call. Cancels each, which would end the test. */
export function watchReloads(): () => number {
  let reloads = 0
  function cancel(event: NavigateEvent) {
    if (event.navigationType !== 'reload') return
    event.preventDefault()
    reloads += 1
  }
  navigation.addEventListener('navigate', cancel)
  onTestFinished(() => navigation.removeEventListener('navigate', cancel))
  return () => reloads
}

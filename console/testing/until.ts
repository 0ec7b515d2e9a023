import type { Locator } from 'vitest/browser'

const LIMIT_MS = 15_000
const INTERVAL_MS = 50

/** Waits until a condition holds. It is read after each change of the page, and from time to time. */
export async function until(description: string, condition: () => boolean): Promise<void> {
  if (condition()) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const check = () => {
    if (condition()) resolve()
  }
  const observer = new MutationObserver(check)
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
  const interval = setInterval(check, INTERVAL_MS)
  const limit = setTimeout(
    () => reject(new Error(`Not within ${LIMIT_MS / 1000} s: ${description}\n${textOfPage()}`)),
    LIMIT_MS,
  )
  try {
    await promise
  } finally {
    observer.disconnect()
    clearInterval(interval)
    clearTimeout(limit)
  }
}

/** Returns whether something is on the page and visible. */
export function isVisible(found: Locator | Element | null): boolean {
  const element = found === null || found instanceof Element ? found : found.query()
  return element?.checkVisibility({ visibilityProperty: true }) ?? false
}

function textOfPage(): string {
  const shown =
    document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body
  return `${location.pathname}${location.search}: ${(shown as HTMLElement).innerText.slice(0, 1000)}`
}

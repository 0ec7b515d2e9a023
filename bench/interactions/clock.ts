import type { Page } from '@playwright/test'

/**
 * Tells in the page whether it shows the answer to an input. The outer function runs before the input, so that it
 * can remember what the page shows; the inner one runs after each change of the page.
 */
export interface Answer {
  from: (argument: string) => () => boolean
  argument: string
  /** Whether an input may leave the page as it was, such as a letter that finds the same records. Otherwise that is a miss. */
  mayBeUnchanged?: boolean
}

/** Milliseconds from an input. */
export interface Times {
  /** Until the page has painted the answer. Null if it did not appear in time. */
  answer: number | null
  /** Until the first paint after the input's events, as the Event Timing API reports it: at least 16. */
  paint: number
}

interface Clock {
  arm(isAnswered: () => boolean, milliseconds: number): void
  times(): Promise<Times>
}

declare global {
  interface Window {
    benchClock: Clock
  }
}

/** Measures one input. The page must have `installClock` as its initial script. */
export async function timed(
  page: Page,
  input: () => Promise<unknown>,
  { from, argument }: Answer,
  milliseconds: number,
): Promise<Times> {
  // as text, because the page's policy forbids functions made from text, and this is not bound by it
  await page.evaluate(
    `benchClock.arm((${from.toString()})(${JSON.stringify(argument)}), ${milliseconds})`,
  )
  await input()
  return page.evaluate(() => window.benchClock.times())
}

/** Runs in the page before its scripts. */
export function installClock(): void {
  const MIN_EVENT_MS = 16
  const EVENTS_ARRIVE_MS = 100
  let times = Promise.resolve<Times>({ answer: null, paint: MIN_EVENT_MS })

  function arm(isAnswered: () => boolean, milliseconds: number): void {
    const { promise, resolve } = Promise.withResolvers<number | null>()
    let input: number | null = null
    let paint = MIN_EVENT_MS
    // the browser sets the time of an event when it receives the input, before the page is free to handle it
    const onInput = ({ timeStamp }: Event) => {
      input = timeStamp
    }
    addEventListener('pointerup', onInput, true)
    addEventListener('keydown', onInput, true)
    const read = (entries: PerformanceEntryList) => {
      for (const { duration } of entries) paint = Math.max(paint, duration)
    }
    const events = new PerformanceObserver((list) => read(list.getEntries()))
    events.observe({ type: 'event', durationThreshold: MIN_EVENT_MS } as PerformanceObserverInit)

    const check = () => {
      if (input === null || !isAnswered()) return
      changes.disconnect()
      // the first task after the frame that shows the answer, ahead of tasks that were queued before
      requestAnimationFrame(() => {
        const painted = () => resolve(performance.now() - (input ?? 0))
        void window.scheduler.postTask(painted, { priority: 'user-blocking' })
      })
    }
    const changes = new MutationObserver(check)
    changes.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    const late = setTimeout(() => resolve(null), milliseconds)

    times = (async () => {
      const answer = await promise
      clearTimeout(late)
      changes.disconnect()
      removeEventListener('pointerup', onInput, true)
      removeEventListener('keydown', onInput, true)
      await new Promise((done) => setTimeout(done, EVENTS_ARRIVE_MS))
      read(events.takeRecords())
      events.disconnect()
      return { answer, paint }
    })()
  }

  window.benchClock = { arm, times: () => times }
}

import type { Page } from '@playwright/test'
import { openList } from './steps.ts'

/** What scrolling a list to its end did to the page. */
export interface Scrolled {
  list: string
  rows: number
  seconds: number
  /** The number of tasks over 50 ms, and the longest task in milliseconds. */
  tasks: number
  longest: number
}

/** The lists that scroll with the window, of which one is the longest. */
const LISTS = ['/booking-details', '/expired-bookings']
const WHEEL_TURNS = 60
const DRAGS = 60

/** Turns the wheel over the beginning of each list, then drags the scroll bar to its end. */
export async function scrollLists(page: Page): Promise<Scrolled[]> {
  const results: Scrolled[] = []
  for (const path of LISTS) {
    await openList(page, path, 'Bookings')
    const count = await page.locator('main output').last().innerText()
    await page.mouse.move(640, 500)
    await page.evaluate(watchTasks)
    const began = performance.now()
    for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
      await page.mouse.wheel(0, 400)
      await page.waitForTimeout(30)
    }
    await page.evaluate(dragToEnd, DRAGS)
    await page.locator('ul[aria-label="Bookings"]:not(:has(li[aria-busy])) li:last-child').waitFor()
    const seconds = (performance.now() - began) / 1000
    const tasks = await page.evaluate(() => window.endTasks())
    results.push({
      list: path,
      rows: Number(count.replaceAll(/\D/g, '')),
      seconds,
      tasks: tasks.length,
      longest: Math.max(0, ...tasks),
    })
  }
  return results
}

declare global {
  interface Window {
    /** Ends the watch of the page's tasks. Returns the durations of those over 50 ms. */
    endTasks: () => number[]
  }
}

/** Runs in the page. */
function watchTasks(): void {
  const durations: number[] = []
  const keep = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) durations.push(duration)
  }
  const observer = new PerformanceObserver((list) => keep(list.getEntries()))
  observer.observe({ type: 'longtask' })
  window.endTasks = () => {
    keep(observer.takeRecords())
    // the next list is in the same page
    observer.disconnect()
    return durations
  }
}

/** Runs in the page: moves on with every second frame, and stays at the end for a moment. */
async function dragToEnd(steps: number): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  for (let at = 1; at <= steps; at += 1) {
    const { scrollHeight, clientHeight } = document.documentElement
    scrollTo(0, ((scrollHeight - clientHeight) * at) / steps)
    await frame()
    await frame()
  }
  await new Promise((done) => setTimeout(done, 1000))
}

import type { Page } from '@playwright/test'
import { timed } from './clock.ts'
import { everyInteraction, navigate } from './steps.ts'

/** The heap of the page after a garbage collection, in MB. */
export interface Memory {
  minutes: number
  /** How often every interaction was repeated. */
  rounds: number
  first: number
  last: number
}

/** Repeating may find a list unchanged, because the page still has it. */
const ANSWER_TIMEOUT_MS = 2000

/** Repeats every interaction in one page for this time. Compares the heap after the first and the last round. */
export async function memoryAfter(page: Page, minutes: number): Promise<Memory> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.enable')
  const round = async () => {
    await everyInteraction(page, async (_, input, answer) => {
      await timed(page, input, answer, ANSWER_TIMEOUT_MS)
    })
    await navigate(page, '/dashboard')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  }
  const end = performance.now() + minutes * 60_000
  const first = await round()
  let last = await round()
  let rounds = 2
  for (; performance.now() < end; rounds += 1) last = await round()
  return { minutes, rounds, first, last }
}

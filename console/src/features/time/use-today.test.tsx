import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { runEffects } from '../../app/effects-before-events.ts'
import { render } from '../../../testing/render.tsx'
import { useToday } from './today.ts'

function Day() {
  return <output>{useToday().date}</output>
}

const day = () => page.getByRole('status')

/** Shows the day in the evening of 14 January. */
async function showEvening() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime('2026-01-14T20:00:00+05:30')
  render(<Day />)
  await expect.element(day()).toHaveTextContent('2026-01-14')
  runEffects()
}

/** Lets the computer sleep until the next morning. The timers stand still. */
const sleep = () => vi.setSystemTime('2026-01-15T08:00:00+05:30')

test('the day changes at midnight', async () => {
  await showEvening()
  vi.advanceTimersByTime(4 * 3_600_000 - 1)
  await expect.element(day()).toHaveTextContent('2026-01-14')
  vi.advanceTimersByTime(1)
  await expect.element(day()).toHaveTextContent('2026-01-15')
})

test('the day changes within a minute after a sleep of the computer, in a tab that stays visible', async () => {
  await showEvening()
  sleep()
  vi.advanceTimersByTime(60_000)
  await expect.element(day()).toHaveTextContent('2026-01-15')
})

test.each(['focus', 'pageshow', 'visibilitychange'])(
  'the day changes at once when the person returns after a sleep: %s',
  async (event) => {
    await showEvening()
    sleep()
    const target = event === 'visibilitychange' ? document : window
    target.dispatchEvent(new Event(event, { bubbles: true }))
    await expect.element(day()).toHaveTextContent('2026-01-15')
  },
)

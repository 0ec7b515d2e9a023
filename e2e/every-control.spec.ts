import { readId } from '@mandap/domain/wire/read.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './testing/app.ts'
import { navigate } from './testing/navigate.ts'
import { watchNetwork } from './testing/network.ts'
import { problemsOf } from './testing/problems.ts'
import { demonstrationIds, demonstrationRecords, ROUTES } from './testing/routes.ts'

/** The widths at which the controls are pressed. Those of the first width are not pressed again at the second. */
const WIDTHS = [1440, 390] as const

/** Routes for people who are signed out. `e2e/login.spec.ts` and `e2e/reset-password.spec.ts` press their controls. */
const SIGNED_OUT = new Set(['login', 'reset-password'])

/** Routes whose screens are made of the same components. A control that several of them have is pressed on one. */
const ALIKE = [
  [
    'booking-details',
    'booking-details-ended',
    'booking-details-counted',
    'booking-details-found',
    'expired-bookings',
  ],
  [
    'partner-details',
    'partner-details-all',
    'guest-partners',
    'gst-requests',
    'inprogress-partners',
  ],
  ['online-kyc', 'company-kyc', 'in-person'],
]

/** Milliseconds within which a press has an effect that the person sees. */
const EFFECT_MS = 3000

/** Milliseconds in which a press opens a new tab, counted from before the press. */
const POPUP_MS = 30_000

test('each control of the routes of §2.1 has an effect, and causes no error', async ({
  signedIn: page,
}) => {
  test.setTimeout(600_000)
  const ids = demonstrationIds(demonstrationRecords())
  const problems = problemsOf(page)
  const network = watchNetwork(page)
  const pressed = new Set<string>()
  await page.goto('/dashboard')
  for (const width of WIDTHS)
    for (const [name, pathOf] of Object.entries(ROUTES)) {
      if (SIGNED_OUT.has(name)) continue
      const group = ALIKE.find((names) => names.includes(name))?.[0] ?? name
      const search = name === 'booking-details-card' ? `?id=${readId(ids.booking?.['_id'])}` : ''
      const path = pathOf(ids) + search
      await test.step(`${name} at ${width}`, async () => {
        await page.setViewportSize({ width, height: 900 })
        await navigate(page, path)
        await network.idle()
        await scrollOnce(page)
        await network.idle()
        const found = await page.evaluate(controls, null)
        for (const control of found) {
          // the bar at the top is the same on each screen
          if (control.startsWith('bar') && name !== 'dashboard') continue
          const id = `${control}, ${group}`
          if (pressed.has(id)) continue
          pressed.add(id)
          if (!(await page.evaluate(controls, control)).includes(control)) {
            // the presses before have changed the screen
            await page.goto(path)
            await network.idle()
            await scrollOnce(page)
            await expect.poll(() => page.evaluate(controls, control)).toContain(control)
          }
          const isEffective = await press(page)
          await network.idle()
          expect.soft(isEffective, `effect of ${control}, ${name}`).toBe(true)
          expect.soft(problems.splice(0), `errors after ${control}, ${name}`).toEqual([])
          await closeOpened(page)
          if (!page.url().endsWith(path)) await navigate(page, path)
          await network.idle()
        }
      })
    }
  expect(pressed.size).toBeGreaterThan(110)
})

/** Scrolls down and back, because the charts of a screen are rendered when they come near the window. */
async function scrollOnce(page: Page) {
  for (const top of [3000, 0]) {
    await page.evaluate((to) => scrollTo(0, to), top)
    // what is near the window is known after a frame
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
  }
}

/** Closes what a press has opened: pages, dialogs, menus and the full screen. */
async function closeOpened(page: Page) {
  for (const other of page.context().pages()) if (other !== page) await other.close()
  const opened = page.locator('dialog[open], [popover]:popover-open')
  for (let at = 0; at < 3 && (await opened.count()) > 0; at += 1)
    await page.keyboard.press('Escape')
  await page.evaluate(() => document.fullscreenElement && document.exitFullscreen())
}

/** Returns the controls of the screen that can be used, by their texts. Marks `next` with `data-next`. */
function controls(next: string | null): string[] {
  const found = new Map<string, Element>()
  for (const element of document.querySelectorAll(
    ':is(header, main) :is(a[href], button, summary, input, select, textarea)',
  )) {
    element.removeAttribute('data-next')
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    if (element.matches('dialog *, [popover] *, li:nth-child(n + 2) *')) continue
    // the state that a press would choose is chosen already
    if (element.matches(':disabled, :checked, [aria-disabled=true], [aria-selected=true]')) continue
    if (element instanceof HTMLAnchorElement && element.href === location.href) continue
    const { labels } = element as HTMLInputElement
    const text = element.getAttribute('aria-label') ?? labels?.[0]?.textContent
    const name = (text ?? element.textContent).trim().replaceAll(/\s+/g, ' ').slice(0, 60)
    const key = `${element.closest('main') ? 'main' : 'bar'}, ${element.localName} '${name}'`
    if (!found.has(key)) found.set(key, element)
  }
  if (next !== null) found.get(next)?.setAttribute('data-next', '')
  return [...found.keys()]
}

/** Uses the marked control. Returns whether the use had an effect. The value of a field is one. */
async function press(page: Page): Promise<boolean> {
  const target = page.locator('[data-next]')
  const kind = await target.evaluate((element) =>
    element instanceof HTMLInputElement ? element.type : element.localName,
  )
  if (kind === 'select') await target.selectOption({ index: 1 })
  else if (kind === 'date') await target.fill('2026-01-31')
  else if (['text', 'search', 'textarea'].includes(kind)) await target.fill('a')
  else {
    // a page that is left does not answer
    const effect = page.evaluate(nextEffect, EFFECT_MS).catch(() => true)
    // it is awaited only if this page does not change
    const opened = page.waitForEvent('popup', { timeout: POPUP_MS }).then(
      () => true,
      () => false,
    )
    // a hidden radio button or checkbox is pressed by its label
    const isHidden = kind === 'radio' || kind === 'checkbox'
    await (isHidden ? page.locator('label', { has: target }) : target).click()
    // a link to a new tab does not change this page
    const first = Promise.race([effect, opened.then((isOpened) => isOpened || effect)])
    return (await first) || opened
  }
  return true
}

/**
 * Resolves with whether the use of the marked control has an effect within a time: the page changes, or the browser
 * would open an address outside of the console, such as a phone number, which is not opened here.
 */
function nextEffect(withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    // the time begins with the press, which comes late on a busy machine
    addEventListener('click', () => setTimeout(resolve, withinMs, false), {
      once: true,
      capture: true,
    })
    const control = document.querySelector('[data-next]')
    if (control instanceof HTMLAnchorElement && !control.protocol.startsWith('http')) {
      const opens = (event: MouseEvent) => {
        resolve(!event.defaultPrevented)
        event.preventDefault()
      }
      addEventListener('click', opens, { once: true })
      return
    }
    const observer = new MutationObserver(() => resolve(true))
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
}

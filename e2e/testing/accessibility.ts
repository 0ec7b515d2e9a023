import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

type Axe = typeof import('axe-core')

/** The minified script of axe, which a page compiles in less time. */
const { source } = createRequire(import.meta.url)('axe-core/axe.min.js') as Axe

/** The rules whose outcome depends on the theme. */
export const COLOUR_RULES: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/**
 * Checks a screen state with axe: by all rules on a desktop, and its colours again on a phone in the dark theme. Restores
 * the size, the theme and the motion of the page.
 */
export async function expectAccessible(page: Page) {
  const viewport = page.viewportSize()
  const media = await page.evaluate(emulatedMedia)
  // the skeleton of a screen has no heading yet
  await page.locator('h1:visible').first().waitFor()
  for (const { colorScheme, width, rules } of [
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390, rules: COLOUR_RULES },
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(settled, colorScheme)
    expect(await violations(page, rules), `${colorScheme} at ${width}`).toEqual([])
  }
  await page.emulateMedia(media)
  if (viewport) await page.setViewportSize(viewport)
}

function emulatedMedia() {
  const matches = (feature: string) => matchMedia(`(${feature})`).matches
  return {
    colorScheme: matches('prefers-color-scheme: dark') ? 'dark' : 'light',
    reducedMotion: matches('prefers-reduced-motion: reduce') ? 'reduce' : 'no-preference',
  } as const
}

/** Returns what axe finds wrong on the page, by all rules unless some are given. */
export async function violations(page: Page, rules: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: Axe }
    // describing the elements that pass takes a tenth of the time
    const { violations: found } = await axe.run(document, {
      ...options,
      resultTypes: ['violations'],
    })
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  }, rules)
}

/** Waits until the colours of a theme are drawn. They change over transitions, during which axe reads other colours. */
export async function settled(colorScheme: 'light' | 'dark') {
  const frame = () => new Promise(requestAnimationFrame)
  const transitions = () =>
    document
      .getAnimations()
      .filter((one) => one instanceof CSSTransition && one.playState === 'running')
  while (!matchMedia(`(prefers-color-scheme: ${colorScheme})`).matches) await frame()
  // the end of a transition may start another in an element that inherits the colour
  for (let still = 0; still < 3; still += 1) {
    await frame()
    if (transitions().length > 0) still = 0
  }
}

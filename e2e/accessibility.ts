import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Checks what is on the screen with axe, in both themes, on a desktop and on a phone. */
export async function expectAccessible(page: Page) {
  // what stands in for a screen that is still on its way has no heading yet
  await page.locator('h1:visible').first().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(settled, colorScheme)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      expect(found, `${colorScheme} at ${width}`).toEqual([])
    }
  }
}

/** Colours of the other theme arrive with the next frames, through transitions; axe would see them midway. */
export async function settled(colorScheme: 'light' | 'dark') {
  const frame = () => new Promise(requestAnimationFrame)
  while (!matchMedia(`(prefers-color-scheme: ${colorScheme})`).matches) await frame()
  for (let more = 0; more < 3; more += 1) await frame()
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  // one that is replaced by another is rejected
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}

import { expect, type Locator, type Page } from '@playwright/test'

/** Acts on a page and counts the steps of a person: each click, each key chord and each typed text is one. */
export class Steps {
  count = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async click(target: Locator) {
    this.count += 1
    await target.click()
  }

  /** Types into a field, which the person focuses with the same click. */
  async type(field: Locator, text: string) {
    this.count += 1
    await field.click()
    await field.fill(text)
  }

  async press(...chords: string[]) {
    for (const chord of chords) {
      this.count += 1
      await this.#page.keyboard.press(chord)
    }
  }

  /** Types into the field that has the focus. */
  async typeHere(field: Locator, text: string) {
    await expect(field).toBeFocused()
    this.count += 1
    await this.#page.keyboard.type(text)
  }
}

import type { Locator } from 'vitest/browser'
import { isVisible, until } from './until.ts'

// These events take a fraction of the time of a real pointer and keyboard, which the journeys in e2e use.

/** Clicks an element once it is visible and enabled. */
export async function click(locator: Locator): Promise<void> {
  const element = await ready(locator)
  element.focus()
  element.click()
}

/** Replaces the text of a field once it is visible and enabled. */
export async function fill(locator: Locator, text: string): Promise<void> {
  const field = (await ready(locator)) as HTMLInputElement
  field.focus()
  field.value = text
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
}

/** Waits until an element is visible. */
export async function shown(locator: Locator): Promise<void> {
  await until(`${locator.selector} is visible`, () => isVisible(locator))
}

async function ready(locator: Locator): Promise<HTMLElement> {
  await until(`${locator.selector} is visible and enabled`, () => {
    const element = locator.query()
    return isVisible(element) && !element?.matches(':disabled, [aria-disabled=true]')
  })
  return locator.element() as HTMLElement
}

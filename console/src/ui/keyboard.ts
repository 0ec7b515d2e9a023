/** Whether shortcuts use Cmd instead of Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Whether the primary pointer is a finger, so that keyboard hints are useless. */
export const isTouch = matchMedia('(pointer: coarse)').matches

/** Returns whether an input method handles the key. Safari sends the Enter that ends a composition after it, with the code 229. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

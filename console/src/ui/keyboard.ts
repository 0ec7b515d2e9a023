/** Whether shortcuts use Cmd instead of Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Whether the primary pointer is a finger, so that keyboard hints are useless. */
export const isTouch = matchMedia('(pointer: coarse)').matches

/** Whether Cmd stands for Ctrl here. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Whether a finger is what one points with: a hint at keys would be of no use. */
export const isTouch = matchMedia('(pointer: coarse)').matches

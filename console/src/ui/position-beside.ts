/** Maximum width of a panel, in pixels. */
const MAX_WIDTH = 288

/** Minimum distance between a panel and the sides of the window, in pixels. */
const MARGIN = 8

/**
 * Places an open popover above or below its button, on the other side if there is room only there, and keeps it between
 * the sides of the window.
 */
export function positionBeside(
  panel: HTMLElement,
  button: HTMLElement,
  side: 'above' | 'below',
): void {
  const at = button.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  panel.style.width = 'max-content'
  panel.style.maxWidth = `${Math.min(MAX_WIDTH, clientWidth - 2 * MARGIN)}px`
  const { width, height } = panel.getBoundingClientRect()
  const centred = at.left + at.width / 2 - width / 2
  panel.style.left = `${Math.max(MARGIN, Math.min(centred, clientWidth - width - MARGIN))}px`
  const fits = { above: at.top >= height, below: at.bottom + height <= clientHeight }
  const isBelow = side === 'below' ? fits.below || !fits.above : !fits.above && fits.below
  panel.style.top = `${isBelow ? at.bottom : at.top - height}px`
}

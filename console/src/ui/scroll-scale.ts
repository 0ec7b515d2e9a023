/**
 * The position of a list in CSS pixels. A list taller than a browser can lay out scrolls through a shorter
 * range: its offset is the browser's scroll position (`top`) plus a whole `shift`. Wheel, touch and keys
 * keep the shift, so the content moves exactly as far as the page. The scroll bar moves it in proportion.
 */
export interface ScrollPosition {
  top: number
  shift: number
}

export interface Scale {
  /** The largest `top`: the laid-out height minus the viewport. */
  maxTop: number
  /** The largest `shift`: the content's height minus the laid-out height. */
  maxShift: number
}

/** Browsers lay out at most 33,554,432 device pixels; this is less with up to five device pixels per CSS pixel. */
export const MAX_HEIGHT = 6_000_000

/** Scrolling further than this at once is a drag of the scroll bar, not a step of wheel, finger or key. */
export const MAX_STEP = 4000

/** The largest `exactZone`, in pixels. */
const EXACT_ZONE = 100_000

/** Returns the scale of content in a viewport, both heights in pixels. */
export function scaleOf(contentHeight: number, viewport: number): Scale {
  const height = Math.min(contentHeight, MAX_HEIGHT)
  return { maxTop: Math.max(0, height - viewport), maxShift: contentHeight - height }
}

/** Returns the position after the browser scrolled to `to`. Scrolling down never moves the content up. */
export function positionAfterScroll(
  scale: Scale,
  from: ScrollPosition,
  to: number,
): ScrollPosition {
  const { maxTop, maxShift } = scale
  const top = clamp(to, 0, maxTop)
  if (maxShift === 0 || top === 0) return { top, shift: 0 }
  if (top === maxTop) return { top, shift: maxShift }
  const step = top - from.top
  const shift = Math.abs(step) > MAX_STEP ? jumped(scale, from, top) : stepped(scale, from, top)
  return { top, shift: Math.round(clamp(shift, 0, maxShift)) }
}

/** Returns the position of the content at `offset`, with the scroll bar in proportion. */
export function positionAt(scale: Scale, offset: number): ScrollPosition {
  const { maxTop, maxShift } = scale
  const whole = Math.round(clamp(offset, 0, maxTop + maxShift))
  const top = clamp(
    Math.round(inProportion(whole, maxTop + maxShift, maxTop)),
    whole - maxShift,
    Math.min(whole, maxTop),
  )
  return { top, shift: whole - top }
}

function jumped(scale: Scale, from: ScrollPosition, top: number): number {
  const { maxTop, maxShift } = scale
  const aim = inProportion(top, maxTop, maxTop + maxShift)
  const offset = from.top + from.shift
  // rounded away from `from`, because `top` can be a fraction of a pixel
  return top > from.top
    ? Math.ceil(Math.max(aim, offset) - top)
    : Math.floor(Math.min(aim, offset) - top)
}

// near an end the remaining shift is used up evenly, so that page and content arrive together
function stepped({ maxTop, maxShift }: Scale, from: ScrollPosition, top: number): number {
  const zone = exactZone(maxTop)
  if (top < from.top && top < zone) return (top * from.shift) / from.top
  const left = maxTop - top
  if (top > from.top && left < zone)
    return maxShift - (left * (maxShift - from.shift)) / (maxTop - from.top)
  return from.shift
}

/** Maps `[0, range]` to `[0, onto]`: one to one near both ends, linear between them. */
function inProportion(at: number, range: number, onto: number): number {
  const exact = exactZone(Math.min(range, onto))
  if (at <= exact) return at
  if (at >= range - exact) return onto - (range - at)
  return exact + ((at - exact) * (onto - 2 * exact)) / (range - 2 * exact)
}

/** Returns the pixels at either end in which the scroll bar moves the content exactly. */
export function exactZone(maxTop: number): number {
  return Math.min(EXACT_ZONE, maxTop / 4)
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

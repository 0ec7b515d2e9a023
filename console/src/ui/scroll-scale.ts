/**
 * A list longer than a browser can lay out scrolls through a shorter range. Its place is the
 * browser's scroll position (`top`) plus how much further the content stands (`shift`), in whole
 * CSS pixels. Wheel, touch and keys move both alike, so that a step is a step in a list of any
 * length; dragging the scroll bar jumps in proportion.
 */
export interface Place {
  top: number
  shift: number
}

export interface Scale {
  /** The largest `top`: the height laid out less the viewport. */
  maxTop: number
  /** The largest `shift`: the content's height less the height laid out. */
  maxShift: number
}

/** Browsers stop at 33,554,432 device pixels: this stays below on a display of 5 to one. */
export const TALLEST = 6_000_000

/** A step of the wheel, a finger or a key is shorter; a drag of the scroll bar over such a list is longer. */
export const JUMP = 4000

/** So far from either end the proportional mapping is one to one. */
const EXACT = 100_000

/** The scale of content shown in a viewport, both heights in pixels. */
export function scaleOf(contentHeight: number, viewport: number, tallest = TALLEST): Scale {
  const height = Math.min(contentHeight, tallest)
  return { maxTop: Math.max(0, height - viewport), maxShift: contentHeight - height }
}

/** The place after the browser scrolled to `top`. Scrolling down never moves the content up. */
export function movedTo(scale: Scale, from: Place, to: number): Place {
  const { maxTop, maxShift } = scale
  const top = clamp(to, 0, maxTop)
  if (maxShift === 0 || top === 0) return { top, shift: 0 }
  if (top === maxTop) return { top, shift: maxShift }
  const step = top - from.top
  const shift = Math.abs(step) > JUMP ? jumped(scale, from, top) : stepped(scale, from, top)
  return { top, shift: Math.round(clamp(shift, 0, maxShift)) }
}

/** The place at which the content stands at `offset`, the scroll bar in proportion. */
export function placeAt(scale: Scale, offset: number): Place {
  const { maxTop, maxShift } = scale
  const whole = Math.round(clamp(offset, 0, maxTop + maxShift))
  const top = clamp(
    Math.round(inProportion(whole, maxTop + maxShift, maxTop)),
    whole - maxShift,
    Math.min(whole, maxTop),
  )
  return { top, shift: whole - top }
}

function jumped(scale: Scale, from: Place, top: number): number {
  const { maxTop, maxShift } = scale
  const aim = inProportion(top, maxTop, maxTop + maxShift)
  const offset = from.top + from.shift
  return (top > from.top ? Math.max(aim, offset) : Math.min(aim, offset)) - top
}

// towards an end that is near, what is left of the shift is spent evenly, so that both arrive together
function stepped({ maxTop, maxShift }: Scale, from: Place, top: number): number {
  const near = exactZone(maxTop)
  if (top < from.top && top < near) return (top * from.shift) / from.top
  const left = maxTop - top
  if (top > from.top && left < near)
    return maxShift - (left * (maxShift - from.shift)) / (maxTop - from.top)
  return from.shift
}

/** Maps `[0, range]` onto `[0, onto]`: one to one near both ends, straight between them. */
function inProportion(at: number, range: number, onto: number): number {
  const exact = exactZone(Math.min(range, onto))
  if (at <= exact) return at
  if (at >= range - exact) return onto - (range - at)
  return exact + ((at - exact) * (onto - 2 * exact)) / (range - 2 * exact)
}

function exactZone(maxTop: number): number {
  return Math.min(EXACT, maxTop / 4)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

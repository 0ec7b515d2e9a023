/** What scrolls a list: the window, or the list's own box. */
export interface Scroller {
  /** Fires the scroll events. */
  target: (box: HTMLElement) => Window | HTMLElement
  /** Returns the pixels of the list above the top of the viewport; negative while it begins below. */
  top: (box: HTMLElement) => number
  scrollTo: (box: HTMLElement, top: number) => void
}

export const windowScroller: Scroller = {
  target: () => window,
  top: (box) => -box.getBoundingClientRect().top,
  scrollTo: (box, top) =>
    window.scrollTo({
      top: window.scrollY + top + box.getBoundingClientRect().top,
      behavior: 'instant',
    }),
}

export const boxScroller: Scroller = {
  target: (box) => box,
  top: (box) => box.scrollTop,
  scrollTo: (box, top) => box.scrollTo({ top, behavior: 'instant' }),
}

/** Milliseconds without a scroll event after which scrolling has ended, in browsers without `scrollend`. */
const SCROLL_END_MS = 200

/** Calls `onEnd` whenever scrolling ends. Returns a function that stops it. */
export function onScrollEnd(target: Window | HTMLElement, onEnd: () => void): () => void {
  if ('onscrollend' in window) {
    target.addEventListener('scrollend', onEnd)
    return () => target.removeEventListener('scrollend', onEnd)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const onScroll = () => {
    clearTimeout(timer)
    timer = setTimeout(onEnd, SCROLL_END_MS)
  }
  target.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    clearTimeout(timer)
    target.removeEventListener('scroll', onScroll)
  }
}

import { type DocumentView, LOOK_MS } from '@mandap/domain/verification/document-view.ts'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'preact/compat'

/** The parts of a card at which its visible height is measured: each hundredth up to a half. */
const PARTS = Array.from({ length: 51 }, (_, hundredths) => hundredths / 100)

/**
 * Reports when a document has been looked at: an image, a page or a framed document was shown and half of its card was in
 * view, or filled half of the window, for a second, a video was played, or the document was opened in a new tab. Reports
 * why it is not shown.
 */
export function useDocumentView(
  card: RefObject<HTMLElement | null>,
  problem: Exclude<DocumentView, 'seen'> | null,
  onView: (view: DocumentView | null) => void,
) {
  const report = useEffectEvent(onView)

  useEffect(() => {
    report(problem)
  }, [problem])

  // a layout effect, so that it observes the first load
  useLayoutEffect(() => {
    const element = card.current
    if (!element) return
    let isShown = false
    let isInView = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const left = new AbortController()

    function watch() {
      if (isShown && isInView && !document.hidden)
        // a page that is drawn again, after a zoom for example, does not start the second again
        timer ??= setTimeout(() => report('seen'), LOOK_MS)
      else {
        clearTimeout(timer)
        timer = undefined
      }
    }
    const observer = new IntersectionObserver(
      (changes) => {
        const last = changes.at(-1)
        isInView = last !== undefined && isMostlyInView(last)
        watch()
      },
      { threshold: PARTS },
    )
    observer.observe(element)

    // these events do not bubble
    const options = { capture: true, signal: left.signal }
    const onLoad = ({ target }: Event) => {
      if (!(target instanceof Element && target.matches('img, canvas, iframe'))) return
      isShown = true
      watch()
    }
    element.addEventListener('load', onLoad, options)
    for (const event of ['play', 'opened'])
      element.addEventListener(event, () => report('seen'), options)
    document.addEventListener('visibilitychange', watch, { signal: left.signal })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      left.abort()
    }
  }, [card])
}

/** Returns whether half of a card is in view, or the card fills half of a window that is lower than the card. */
function isMostlyInView({
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry): boolean {
  const windowHeight = rootBounds?.height ?? window.innerHeight
  return intersectionRatio >= 0.5 || intersectionRect.height >= windowHeight / 2
}

import { type DocumentView, LOOK_MS } from '@mandap/domain/verification/document-view.ts'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'preact/compat'

/**
 * Reports when a document has been looked at: an image, a page or a framed document was shown and half of its card was in
 * view for a second, a video was played, or the document was opened in a new tab. Reports why it is not shown.
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
        isInView = changes.at(-1)?.isIntersecting ?? false
        watch()
      },
      { threshold: 0.5 },
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

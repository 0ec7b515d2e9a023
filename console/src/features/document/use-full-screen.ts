import { type RefObject, useLayoutEffect, useState } from 'preact/compat'

export interface FullScreen {
  isFull: boolean
  /** Whether the element covers the window, where the browser has no full screen or refuses it. */
  isOverWindow: boolean
  toggle: () => void
  /** Uncovers the window, if the element covers it. */
  leaveWindow: (() => void) | undefined
}

/** Shows an element in full screen, or over the whole window if the browser cannot. */
export function useFullScreen(viewer: RefObject<HTMLElement | null>): FullScreen {
  const [isFull, setIsFull] = useState(false)
  const [isOverWindow, setIsOverWindow] = useState(false)

  useLayoutEffect(() => {
    const onChange = () => setIsFull(document.fullscreenElement === viewer.current)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [viewer])

  const leaveWindow = isOverWindow ? () => setIsOverWindow(false) : undefined

  async function toggle() {
    if (leaveWindow) return leaveWindow()
    try {
      if (document.fullscreenElement) await document.exitFullscreen()
      else await viewer.current?.requestFullscreen()
    } catch {
      setIsOverWindow(true)
    }
  }

  return { isFull, isOverWindow, toggle: () => void toggle(), leaveWindow }
}

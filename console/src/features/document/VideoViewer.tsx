import { useRef, useState } from 'preact/compat'
import { useNearView } from '../../ui/use-near-view.ts'
import { type DocumentLink, isGood } from './document-link.ts'

/** Pixels from the viewport at which a video loads and gets its controls. */
const LOAD_DISTANCE_PX = 200

/**
 * Renders a video with the browser's own controls. When its link has expired, the video continues at the same
 * position with a new link.
 */
export function VideoViewer({
  link,
  label,
  onFailed,
}: {
  link: DocumentLink
  label: string
  onFailed: () => void
}) {
  const [source, setSource] = useState({ url: link.document.url, at: link.at })
  const left = useRef({ at: 0, plays: false })
  const box = useRef<HTMLVideoElement>(null)
  // a video below the window would delay the images, and Chromium takes 10 to 20 ms to create its controls
  const isNear = useNearView(box, LOAD_DISTANCE_PX)

  async function goOn(video: HTMLVideoElement) {
    if (isGood(link, source.at)) return onFailed()
    left.current = { at: video.currentTime, plays: !video.paused }
    try {
      const { url } = await link.renew()
      setSource({ url, at: Date.now() })
    } catch (error) {
      console.warn('A video could not be opened again', error)
      onFailed()
    }
  }

  function resume(video: HTMLVideoElement) {
    video.currentTime = left.current.at
    if (!left.current.plays) return
    // browsers block playback before the first interaction; the person can press play
    video
      .play()
      .catch((error: unknown) => console.warn('A video did not continue by itself', error))
  }

  return (
    // partners' videos have no captions
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={box}
      src={source.url}
      aria-label={label}
      controls={isNear}
      playsInline
      preload={isNear ? 'metadata' : 'none'}
      onLoadedMetadata={({ currentTarget }) => resume(currentTarget)}
      onError={({ currentTarget }) => void goOn(currentTarget)}
      className="h-96 w-full rounded-md bg-sunken"
    />
  )
}

import { useLayoutEffect, useRef, useState } from 'preact/compat'
import { Skeleton } from '../../ui/loading.tsx'
import { TryAgain } from '../../ui/states.tsx'
import { type Size, ViewerFrame } from './ViewerFrame.tsx'

/** Shows an image with the tools of the viewer. */
export function ImageViewer({
  url,
  label,
  onFailed,
  onRetry,
}: {
  url: string
  label: string
  onFailed: () => void
  onRetry: () => void
}) {
  const image = useRef<HTMLImageElement>(null)
  const [natural, setNatural] = useState<Size | null>(null)
  const reload = () => {
    image.current?.removeAttribute('src')
    setTimeout(onRetry, CANCEL_MS)
  }
  return (
    <ViewerFrame
      label={label}
      noun="image"
      natural={natural}
      pending={<Pending label={label} onRetry={reload} />}
    >
      {() => (
        <img
          ref={image}
          src={url}
          alt={label}
          referrerPolicy="no-referrer"
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setNatural({ width: naturalWidth, height: naturalHeight })
          }
          onError={onFailed}
          // dark text of a transparent image would not be seen on a dark background
          className="size-full max-w-none"
          style={{ background: 'white' }}
        />
      )}
    </ViewerFrame>
  )
}

/**
 * Milliseconds in which the browser cancels the request of an image without an address. A second request for the same
 * address would otherwise wait for the response of the first.
 */
const CANCEL_MS = 100

/** Milliseconds after which a slow image can be requested again. */
const RETRY_MS = 30_000

/** Shown while the image loads. A large image may take long, so only the person cancels the request. */
function Pending({ label, onRetry }: { label: string; onRetry: () => void }) {
  const [isSlow, setIsSlow] = useState(false)
  // counts from when the text is in the page, not from the next frame
  useLayoutEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), RETRY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isSlow)
    return (
      <div role="alert" className="flex flex-col items-center gap-3 px-4 text-center">
        {label} is still loading.
        <TryAgain retrying={false} onRetry={onRetry} />
      </div>
    )
  return (
    <output className="size-full p-3">
      <span className="sr-only">Loading {label}</span>
      <Skeleton className="size-full rounded-sm" />
    </output>
  )
}

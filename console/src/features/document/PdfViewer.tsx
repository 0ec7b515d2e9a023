import { useEffect, useEffectEvent, useRef, useState } from 'preact/compat'
import { Skeleton } from '../../ui/loading.tsx'
import { fetchPdf } from './fetch-pdf.ts'
import type { Pdf, PdfPage } from './pdf.ts'
import { pdfProblem, UnloadedViewerError } from './problem.ts'
import { type Size, ViewerFrame } from './ViewerFrame.tsx'

/** Milliseconds without a change of the zoom after which the page is drawn sharply. */
const SHARPEN_MS = 150

/** Shows the pages of a PDF with the tools of the viewer. PDF.js draws them, and is loaded with the first PDF. */
export function PdfViewer({
  url,
  label,
  onFailed,
}: {
  url: string
  label: string
  /** Called with what went wrong and what to do next, if it is known. */
  onFailed: (problem?: string) => void
}) {
  const [pdf, setPdf] = useState<Pdf | null>(null)
  const [number, setNumber] = useState(1)
  const [page, setPage] = useState<PdfPage | null>(null)

  function fail(error: unknown) {
    console.warn('A PDF could not be shown', error)
    onFailed(pdfProblem(error))
  }
  const onError = useEffectEvent(fail)

  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    async function open() {
      const [{ openPdf }, bytes] = await Promise.all([loadPdf(), fetchPdf(url, signal)])
      if (!signal.aborted) setPdf(await openPdf(bytes, signal))
    }
    open().catch((error: unknown) => {
      if (!signal.aborted) onError(error)
    })
    return () => left.abort()
  }, [url])

  useEffect(() => {
    if (!pdf) return
    let isCurrent = true
    async function turn(of: Pdf) {
      try {
        const opened = await of.page(number)
        if (isCurrent) setPage(opened)
      } catch (error) {
        if (isCurrent) onError(error)
      }
    }
    void turn(pdf)
    return () => {
      isCurrent = false
    }
  }, [pdf, number])

  return (
    <ViewerFrame
      label={label}
      noun="page"
      natural={page}
      pages={
        pdf && pdf.pageCount > 1 ? { number, count: pdf.pageCount, onChange: setNumber } : undefined
      }
      pending={
        <output className="size-full p-3">
          <span className="sr-only">Loading {label}</span>
          <Skeleton className="size-full rounded-sm" />
        </output>
      }
    >
      {(size, zoom) =>
        pdf &&
        page && (
          <Page
            key={page.number}
            page={page}
            name={`${label}, page ${page.number} of ${pdf.pageCount}`}
            size={size}
            zoom={zoom}
            onFailed={fail}
          />
        )
      }
    </ViewerFrame>
  )
}

async function loadPdf() {
  try {
    return await import('./pdf.ts')
  } catch (error) {
    throw new UnloadedViewerError(error)
  }
}

/** Renders a page: its picture, and its text for selection and for screen readers. */
function Page({
  page,
  name,
  size,
  zoom,
  onFailed,
}: {
  page: PdfPage
  name: string
  size: Size
  zoom: number
  onFailed: (error: unknown) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [isDrawn, setIsDrawn] = useState(false)
  const scale = size.width / page.width

  const draw = useEffectEvent(async (pixels: number, signal: AbortSignal) => {
    const element = canvas.current
    if (!element) return
    try {
      await page.draw(element, pixels, signal)
      setIsDrawn(true)
      // counts as a view of the document, like a loaded image
      element.dispatchEvent(new Event('load'))
    } catch (error) {
      if (!signal.aborted) onFailed(error)
    }
  })
  const pixels = scale * zoom * devicePixelRatio
  useEffect(() => {
    if (pixels === 0) return
    const left = new AbortController()
    const timer = setTimeout(() => void draw(pixels, left.signal), isDrawn ? SHARPEN_MS : 0)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
    // the first drawing is not repeated
    // eslint-disable-next-line react/exhaustive-deps
  }, [pixels])

  useEffect(() => {
    const layer = text.current
    if (!layer) return
    const left = new AbortController()
    page.addText(layer, left.signal).catch((error: unknown) => {
      // the picture of the page is still shown
      if (!left.signal.aborted) console.warn('The text of a page could not be read', error)
    })
    return () => {
      left.abort()
      layer.replaceChildren()
    }
  }, [page])

  // after the cleanup of the drawing above, which cancels it
  useEffect(() => () => page.release(), [page])

  return (
    <div className="relative size-full">
      {!isDrawn && <Skeleton className="absolute inset-0" />}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture of the page, drawn by script */}
      <canvas ref={canvas} role="img" aria-label={name} className="size-full" />
      <div
        ref={text}
        className={`pdf-text ${zoom > 1 ? 'pointer-events-none' : ''}`}
        style={{ '--total-scale-factor': scale }}
      />
    </div>
  )
}

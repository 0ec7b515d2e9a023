import { useEffect, useState } from 'react'
import { Skeleton } from '../../ui/loading.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** Milliseconds after which a PDF that has not arrived counts as failed. */
const TIMEOUT_MS = 30_000

/** Renders a PDF in the browser's own viewer. */
export function PdfViewer({
  url,
  label,
  onFailed,
}: {
  url: string
  label: string
  onFailed: () => void
}) {
  if (!navigator.pdfViewerEnabled)
    return (
      <EmptyState
        icon="document"
        text="This browser cannot show PDF files here."
        hint="You can open it in a new tab."
      />
    )
  return <PdfFrame url={url} label={label} onFailed={onFailed} />
}

/**
 * Fetches the bytes and frames them with the type of a PDF. Chromium shows no PDF in a sandboxed frame, and
 * with a fixed type the answer cannot run as a page.
 */
function PdfFrame({ url, label, onFailed }: { url: string; label: string; onFailed: () => void }) {
  const [framed, setFramed] = useState<string | null>(null)

  useEffect(() => {
    const left = new AbortController()
    let made: string | null = null
    const signal = AbortSignal.any([left.signal, AbortSignal.timeout(TIMEOUT_MS)])
    async function show() {
      try {
        const pdf = await fetchPdf(url, signal)
        if (left.signal.aborted) return
        made = URL.createObjectURL(pdf)
        setFramed(made)
      } catch (error) {
        if (left.signal.aborted) return
        console.warn('A PDF could not be fetched', error)
        onFailed()
      }
    }
    void show()
    return () => {
      left.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
    // the caller's function changes with each render; the document does not
    // eslint-disable-next-line react/exhaustive-deps
  }, [url])

  if (framed === null)
    return (
      <output className="block">
        <span className="sr-only">Loading {label}</span>
        <Skeleton className="h-96 w-full rounded-md" />
      </output>
    )
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- see above
    <iframe
      // fits the width and hides the thumbnails
      src={`${framed}#navpanes=0&view=FitH`}
      title={label}
      className="h-96 w-full rounded-md border border-line bg-sunken"
    />
  )
}

async function fetchPdf(url: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(url, { signal, referrerPolicy: 'no-referrer', credentials: 'omit' })
  if (!answer.ok) throw new Error(`The document answered ${answer.status}.`)
  const bytes = await answer.arrayBuffer()
  const beginning = new TextDecoder('latin1').decode(bytes.slice(0, 1024))
  if (!beginning.includes('%PDF-')) throw new Error('The document is no PDF.')
  return new Blob([bytes], { type: 'application/pdf' })
}

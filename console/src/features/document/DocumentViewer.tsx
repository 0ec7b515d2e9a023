import { config } from '../client/config.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { DocumentLink } from './document-link.ts'
import { ExternalDocument } from './ExternalDocument.tsx'
import { ImageViewer } from './ImageViewer.tsx'
import { PdfViewer } from './PdfViewer.tsx'
import type { Recognised } from './recognise.ts'
import { VideoViewer } from './VideoViewer.tsx'

/** Shows a document with the viewer of its kind. */
export default function DocumentViewer({
  link,
  kind,
  label,
  onFailed,
  retrying,
  onRetry,
}: {
  link: DocumentLink
  kind: Recognised
  label: string
  onFailed: (problem?: string) => void
  retrying: boolean
  onRetry: () => void
}) {
  const { url } = link.document
  switch (kind) {
    case 'image':
      return <ImageViewer url={url} label={label} onFailed={() => onFailed()} onRetry={onRetry} />
    case 'video':
      return <VideoViewer link={link} label={label} onFailed={() => onFailed()} />
    case 'pdf':
      return config().viewers.pdf === null ? (
        <PdfViewer url={url} label={label} onFailed={onFailed} />
      ) : (
        <ExternalDocument link={link} viewer="pdf" label={label} />
      )
    case 'office':
      return <ExternalDocument link={link} viewer="office" label={label} />
    case 'unknown':
      return (
        <EmptyState
          icon="document"
          text="This type of file cannot be shown here."
          hint="You can open it in a new tab."
        />
      )
    case 'unreadable':
      return (
        <EmptyState
          icon="document"
          text="This file cannot be shown here."
          hint="It could not be loaded, or its server does not allow other pages to read it. Open it in a new tab, or try again."
          action={
            <Button icon="refresh" busy={retrying} onClick={onRetry}>
              Try again
            </Button>
          }
        />
      )
  }
}

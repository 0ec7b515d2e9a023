import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHost } from '../host/host-context.ts'
import type { OpenDocument } from '../host/host.ts'
import { openDocument } from '../host/queries/document.ts'
import { Card } from '../ui/Card.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/loading.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { ExternalDocument } from './ExternalDocument.tsx'
import { ImageViewer } from './ImageViewer.tsx'
import { PdfViewer } from './PdfViewer.tsx'

/** A document of a partner in a viewer of our own (§2.10). */
export function DocumentCard({
  partnerId,
  label,
  address,
}: {
  partnerId: string
  label: string
  address: string
}) {
  if (address === '')
    return (
      <Card title={label}>
        <EmptyState icon="document" text="Not uploaded." />
      </Card>
    )
  // another partner's or another upload is another viewer, from nothing
  return <Opened key={`${partnerId} ${address}`} {...{ partnerId, label, address }} />
}

function Opened({
  partnerId,
  label,
  address,
}: {
  partnerId: string
  label: string
  address: string
}) {
  const opened = useQuery(openDocument(useHost(), partnerId, address))
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  async function tryAgain() {
    await opened.refetch()
    setFailed(false)
    setAttempt((before) => before + 1)
  }

  return (
    <Card
      title={label}
      actions={
        opened.data && (
          <a
            href={opened.data.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-accent-text hover:underline"
          >
            <Icon name="external" className="size-4" />
            Open in a new tab
            <span className="sr-only">: {label}</span>
          </a>
        )
      }
    >
      {opened.isError || failed ? (
        <ErrorState
          text={`${label} could not be loaded.`}
          hint={failed ? 'The file did not arrive, or it is damaged.' : opened.error?.message}
          retrying={opened.isFetching}
          onRetry={() => void tryAgain()}
        />
      ) : opened.data ? (
        <Viewer
          key={attempt}
          document={opened.data}
          label={label}
          onFailed={() => setFailed(true)}
        />
      ) : (
        <output className="block">
          <span className="sr-only">Loading {label}</span>
          <Skeleton className="h-96 w-full rounded-md" />
        </output>
      )}
    </Card>
  )
}

function Viewer({
  document: { url, kind },
  label,
  onFailed,
}: {
  document: OpenDocument
  label: string
  onFailed: () => void
}) {
  switch (kind) {
    case 'image':
      return <ImageViewer url={url} label={label} onFailed={onFailed} />
    case 'video':
      return (
        // the marketplace's videos come without captions
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          src={url}
          aria-label={label}
          controls
          playsInline
          preload="metadata"
          onError={onFailed}
          className="h-96 w-full rounded-md bg-sunken"
        />
      )
    case 'pdf':
      return <PdfViewer url={url} label={label} onFailed={onFailed} />
    case 'office':
      return <ExternalDocument url={url} viewer="office" label={label} />
    case null:
      return (
        <EmptyState
          icon="document"
          text="This kind of file cannot be shown here."
          hint="It can be opened in a new tab."
        />
      )
  }
}

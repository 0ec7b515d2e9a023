import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { config } from '../host/config.ts'
import { useHost } from '../host/host-context.ts'
import { openDocument } from '../host/queries/document.ts'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/loading.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { blockedHost } from './blocked-host.ts'
import type { DocumentLink } from './document-link.ts'
import { ExternalDocument } from './ExternalDocument.tsx'
import { ImageViewer } from './ImageViewer.tsx'
import { NewTabLink } from './NewTabLink.tsx'
import { PdfViewer } from './PdfViewer.tsx'
import { documentProblem, fileProblem, leadsNowhere, notAllowedProblem } from './problem.ts'
import { VideoViewer } from './VideoViewer.tsx'

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
  const host = useHost()
  const opened = useQuery(openDocument(host, partnerId, address))
  const link = opened.data && {
    document: opened.data,
    at: opened.dataUpdatedAt,
    renew: () => host.openDocument(address),
  }
  const blocked = opened.data ? blockedHost(opened.data, config(), location.href) : null
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
        link && (
          <NewTabLink link={link} look="quiet">
            Open in a new tab
            <span className="sr-only">: {label}</span>
          </NewTabLink>
        )
      }
    >
      {blocked !== null ? (
        <ErrorState text={`${label} could not be loaded.`} hint={notAllowedProblem(blocked)} />
      ) : opened.isError || failed ? (
        <ErrorState
          text={`${label} could not be loaded.`}
          hint={
            opened.isError
              ? documentProblem(opened.error)
              : fileProblem(link?.document.kind ?? null)
          }
          retrying={opened.isFetching}
          {...(!leadsNowhere(opened.error) && { onRetry: () => void tryAgain() })}
        />
      ) : link ? (
        <Viewer
          key={attempt}
          link={link}
          label={label}
          onFailed={() => setFailed(true)}
          onRetry={() => void tryAgain()}
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
  link,
  label,
  onFailed,
  onRetry,
}: {
  link: DocumentLink
  label: string
  onFailed: () => void
  onRetry: () => void
}) {
  const { url, kind } = link.document
  switch (kind) {
    case 'image':
      return <ImageViewer url={url} label={label} onFailed={onFailed} onRetry={onRetry} />
    case 'video':
      return <VideoViewer link={link} label={label} onFailed={onFailed} />
    case 'pdf':
      return config().viewers.pdf === null ? (
        <PdfViewer url={url} label={label} onFailed={onFailed} />
      ) : (
        <ExternalDocument link={link} viewer="pdf" label={label} />
      )
    case 'office':
      return <ExternalDocument link={link} viewer="office" label={label} />
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

import { VIEWER_SEES_NO_DOCUMENTS } from '@mandap/domain/session/role.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import type { DocumentView } from '@mandap/domain/verification/document-view.ts'
import type { StepItem } from '@mandap/domain/verification/step.ts'
import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'preact/compat'
import { config } from '../client/config.ts'
import { useClient } from '../client/client-context.ts'
import { useStartedQuery } from '../client/start-query.ts'
import { isElevationRequired, offerElevation } from '../session/current-elevation.ts'
import { useIsViewer } from '../session/role.ts'
import { openDocument, openedDocument, refusedDocuments } from './queries.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { blockedHost } from './blocked-host.ts'
import { NewTabLink } from './NewTabLink.tsx'
import {
  destroyedProblem,
  documentProblem,
  fileProblem,
  leadsNowhere,
  KEPT_FOR_A_TIME,
  LOCKED_PDF,
  notAllowedProblem,
  UNLOADED_VIEWER,
} from './problem.ts'
import { type Misnamed, misnamed, recognisedDocument } from './recognise.ts'
import { useDocumentView } from './use-document-view.ts'

const loadViewer = () => import('./DocumentViewer.tsx')
const DocumentViewer = lazy(loadViewer)

interface DocumentCardProps {
  partnerId: string
  item: StepItem
  address: string
  /** Called when the document was looked at, when it is not shown, and with null when it is loaded again. */
  onView: (view: DocumentView | null) => void
}

/** Renders a partner's document in the console's own viewer (§2.10). */
export function DocumentCard(of: DocumentCardProps) {
  const isViewer = useIsViewer()
  if (of.address === '')
    return (
      <Card title={DOCUMENTS[of.item].label}>
        <EmptyState icon="document" text="Not uploaded." />
      </Card>
    )
  if (isViewer)
    return (
      <Card title={DOCUMENTS[of.item].label}>
        <EmptyState icon="lock" text={VIEWER_SEES_NO_DOCUMENTS} />
      </Card>
    )
  // the key resets the viewer for another partner or upload
  return <Opened key={`${of.partnerId} ${of.address}`} {...of} />
}

function Opened({ partnerId, item, address, onView }: DocumentCardProps) {
  const { label } = DOCUMENTS[item]
  const client = useClient()
  const queryClient = useQueryClient()
  const opened = useStartedQuery(openedDocument(client, partnerId, address))
  const link = opened.data && {
    document: opened.data,
    at: opened.dataUpdatedAt,
    renew: () => openDocument(client, address),
  }
  const blocked = opened.data ? blockedHost(opened.data, config(), location.href) : null
  // videoUrl is a video, even if its URL ends like another kind of file
  const known = item === 'video' ? item : (link?.document.kind ?? null)
  const found = useQuery({
    ...recognisedDocument(link?.document.url ?? ''),
    enabled: link !== undefined && known === null && blocked === null,
  })
  const [actual, setActual] = useState<Misnamed | null>(null)
  const kind = actual?.kind ?? known ?? found.data
  /** Why the viewer failed and what to do next, or null. */
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isFailed = blocked !== null || opened.isError || found.isError || failure !== null
  const destroyed = destroyedProblem(opened.error)
  const canRetry = !leadsNowhere(opened.error) && failure !== LOCKED_PDF
  const card = useRef<HTMLDivElement>(null)
  const notShown = isFailed || kind === 'unreadable' ? 'failed' : null
  useDocumentView(card, destroyed === null ? notShown : 'destroyed', onView)

  const [left] = useState(() => new AbortController())
  useEffect(() => () => left.abort(), [left])
  useEffect(() => () => URL.revokeObjectURL(actual?.url ?? ''), [actual])

  // while the host opens the document
  useEffect(() => void loadViewer().catch(() => {}), [])

  /** Shows a document whose name says another kind with the viewer of its content, and why any other is not shown. */
  async function fail(problem?: string) {
    const mayBeMisnamed = link && problem === undefined && actual === null
    const content = mayBeMisnamed ? await misnamed(kind, link.document.url, left.signal) : null
    if (left.signal.aborted) return
    if (content === null) setFailure(problem ?? fileProblem(kind))
    else setActual(content)
  }

  async function tryAgain() {
    // a browser does not load a failed chunk again
    if (failure === UNLOADED_VIEWER) return location.reload()
    const { error } = await opened.refetch()
    // the other documents of the partner were refused too
    if (isElevationRequired(error) && (await offerElevation()))
      await queryClient.refetchQueries(refusedDocuments(partnerId))
    if (known === null) await found.refetch()
    setFailure(null)
    setAttempt((before) => before + 1)
  }

  return (
    <div ref={card} data-takes-focus tabIndex={-1} className="min-w-0 outline-none">
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
        ) : destroyed !== null ? (
          <EmptyState icon="document" text={destroyed} hint={KEPT_FOR_A_TIME} />
        ) : isFailed ? (
          <ErrorState
            text={`${label} could not be loaded.`}
            hint={opened.isError ? documentProblem(opened.error) : (failure ?? fileProblem(kind))}
            retrying={opened.isFetching || found.isFetching}
            {...(canRetry && { onRetry: () => void tryAgain() })}
          />
        ) : link && kind ? (
          <ErrorBoundary
            renderFailure={() => <Unloaded onMount={() => setFailure(UNLOADED_VIEWER)} />}
          >
            <Suspense fallback={<Loading label={label} />}>
              <DocumentViewer
                key={attempt}
                link={actual ? { ...link, document: { ...link.document, url: actual.url } } : link}
                kind={kind}
                label={label}
                onFailed={(problem) => void fail(problem)}
                retrying={found.isFetching}
                onRetry={() => void tryAgain()}
              />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <Loading label={label} />
        )}
      </Card>
    </div>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <output className="block">
      <span className="sr-only">Loading {label}</span>
      <Skeleton className="h-96 w-full rounded-md" />
    </output>
  )
}

/** Reports in place of the viewer that its code could not be loaded. */
function Unloaded({ onMount }: { onMount: () => void }) {
  const report = useEffectEvent(onMount)
  useEffect(() => report(), [])
  return null
}

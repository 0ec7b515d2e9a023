import type { AuditSubject } from '@mandap/domain/audit/kind.ts'
import { lazy, Suspense, useRef } from 'preact/compat'
import { config } from '../client/config.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { useNearView } from '../../ui/use-near-view.ts'
import { LogSkeleton } from './LogSkeleton.tsx'

// loaded after the record, which is above it
const RecordLog = lazy(() => import('./RecordLog.tsx'))

/** Renders the audit entries of one record, newest first, or nothing if the host keeps no audit log. */
export function Timeline({ subject, id }: { subject: AuditSubject; id: string }) {
  return config().capabilities.auditLog ? (
    <Card title="Activity">
      <NearLog subject={subject} id={id} />
    </Card>
  ) : null
}

/** Loads the log as soon as it is near the view, which on a phone is below the record. */
function NearLog({ subject, id }: { subject: AuditSubject; id: string }) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNearView(box)
  return (
    <div ref={box}>
      {isNear ? (
        <ErrorBoundary renderFailure={() => <UnloadedLog />}>
          <Suspense fallback={<LogSkeleton />}>
            <RecordLog key={id} subject={subject} id={id} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <div className="h-20" />
      )}
    </div>
  )
}

function UnloadedLog() {
  return (
    <FailureLine
      text="Activity could not be loaded. Check your connection and try again."
      retrying={false}
      // a browser does not load a failed chunk again
      onRetry={() => location.reload()}
    />
  )
}

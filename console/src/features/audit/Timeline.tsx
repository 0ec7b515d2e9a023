import type { AuditSubject } from '@mandap/domain/audit/kind.ts'
import { lazy, Suspense } from 'preact/compat'
import { config } from '../client/config.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { LogSkeleton } from './LogSkeleton.tsx'

// loaded after the record, which is above it
const RecordLog = lazy(() => import('./RecordLog.tsx'))

/** Renders the audit entries of one record, newest first, or nothing if the host keeps no audit log. */
export function Timeline({ subject, id }: { subject: AuditSubject; id: string }) {
  if (!config().capabilities.auditLog) return null
  return (
    <Card title="Activity">
      <ErrorBoundary renderFailure={() => <UnloadedLog />}>
        <Suspense fallback={<LogSkeleton />}>
          <RecordLog key={id} subject={subject} id={id} />
        </Suspense>
      </ErrorBoundary>
    </Card>
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

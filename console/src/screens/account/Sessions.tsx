import { deviceText, isHandheld } from '@mandap/domain/session/device-name.ts'
import { memo, useEffect, useRef, useState } from 'preact/compat'
import type { OwnSession } from '../../features/account/queries.ts'
import { session as browserSession } from '../../features/session/current.ts'
import { momentText } from '../../features/time/date-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { preloadWhenIdle } from '../../ui/preload.ts'
import { useGradualLength } from '../../ui/use-gradual-length.ts'
import { AccountSection } from './AccountSection.tsx'
import { EndSessionsDialog, isRecent } from './end-sessions.ts'

/** A session in use renews its token this often. */
const RENEWED_MS = 15 * 60_000

/** What the open dialog ends. */
type Ending = { is: 'one'; session: OwnSession } | { is: 'others' } | null

/** Renders where the administrator is signed in. A session that is ended leaves the list. */
export function Sessions({ sessions }: { sessions: readonly OwnSession[] | undefined }) {
  const [ending, setEnding] = useState<Ending>(null)
  const [endings, setEndings] = useState(0)
  useEffect(() => preloadWhenIdle([EndSessionsDialog.preload]), [])
  const heading = useRef<HTMLHeadingElement>(null)
  // after the dialog has returned the focus to a button that is removed
  useEffect(() => {
    if (endings > 0) heading.current?.focus()
  }, [endings])
  const rendered = useGradualLength(sessions?.length ?? 0)
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <AccountSection
      title="Sessions"
      description="Where you are signed in. End a session that you do not recognise, and then change your password."
      headingRef={heading}
      actions={
        others > 0 && (
          <Button className="whitespace-normal!" onClick={() => setEnding({ is: 'others' })}>
            End all other sessions
          </Button>
        )
      }
    >
      {sessions ? (
        <ul aria-label="Sessions" className="divide-y divide-line">
          {inOrder(sessions)
            .slice(0, rendered)
            .map((session) => (
              <SessionItem key={session.id} session={session} onEnd={setEnding} />
            ))}
        </ul>
      ) : (
        <div className="divide-y divide-line">
          <SessionSkeleton />
          <SessionSkeleton />
        </div>
      )}
      {ending && (
        <EndSessionsDialog
          session={ending.is === 'one' ? ending.session : null}
          count={others}
          needsProof={!isRecent(sessions)}
          onClose={(isEnded) => {
            setEnding(null)
            if (isEnded) setEndings((count) => count + 1)
          }}
        />
      )}
    </AccountSection>
  )
}

/** Puts this session first. */
function inOrder(sessions: readonly OwnSession[]): OwnSession[] {
  return sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

const SessionItem = memo(function SessionItem({
  session,
  onEnd,
}: {
  session: OwnSession
  onEnd: (ending: Ending) => void
}) {
  const { isCurrent, address, signedInAt } = session
  const device = deviceText(session)

  return (
    // an account can have a hundred sessions: the browser lays out only those in view
    <li className="flex gap-3 p-4 [content-visibility:auto] [contain-intrinsic-block-size:auto_8.5rem] sm:[contain-intrinsic-block-size:auto_6rem]">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-neutral-soft text-ink-muted">
        <Icon name={isHandheld(session) ? 'mobile' : 'monitor'} className="size-4.5" />
      </span>
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-56">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{device}</span>
            {isCurrent && <Badge tone="positive">This session</Badge>}
          </p>
          <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-sm text-ink-muted">
            <span className="wrap-anywhere">{address || 'Unknown address'}</span>
            <span>· {lastUse(session)}</span>
          </p>
          <p className="text-sm text-ink-muted">Signed in {momentText(Date.parse(signedInAt))}</p>
        </div>
        {!isCurrent && (
          <Button
            size="small"
            aria-label={`End session: ${device}, ${address || 'unknown address'}`}
            onClick={() => onEnd({ is: 'one', session })}
          >
            End session
          </Button>
        )}
      </div>
    </li>
  )
})

function SessionSkeleton() {
  return (
    <div className="flex gap-3 p-4">
      <Skeleton className="size-9 shrink-0 rounded-full!" />
      <div className="grid grow gap-1.5 py-1">
        <Skeleton className="h-4 w-40 max-w-full" />
        <Skeleton className="h-3 w-56 max-w-full" />
        <Skeleton className="h-3 w-48 max-w-full" />
      </div>
    </div>
  )
}

function lastUse({ isCurrent, usedAt }: OwnSession): string {
  if (isCurrent) return 'In use now'
  const at = Date.parse(usedAt)
  return browserSession.issuerNow() - at < RENEWED_MS
    ? 'Used in the last 15 minutes'
    : `Last used ${momentText(at)}`
}

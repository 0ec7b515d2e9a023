import { actorText } from '@mandap/domain/audit/actor.ts'
import type { AuditEntry } from '@mandap/domain/audit/entry.ts'
import type { AuditLine } from '@mandap/domain/audit/line.ts'
import { ActivityIcon, LinkedSentence } from '../../features/audit/AuditEntryText.tsx'
import { clockText, NO_DATE } from '../../features/time/date-text.ts'
import { RestorePartner } from './RestorePartner.tsx'
import { EmailText } from '../../ui/EmailText.tsx'

/** Renders a line of the audit log. That of repeated sign-ins lists their times. */
export function ActivityLine({ line }: { line: AuditLine }) {
  const { entry, earlier } = line
  const { by, kind, reason } = entry
  return (
    <li>
      <article className="flex items-start gap-3 px-3.5 py-2.5">
        <ActivityIcon kind={kind} />
        <div className="min-w-0 grow pt-1 sm:flex sm:items-baseline sm:justify-between sm:gap-6">
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <b className="font-semibold">
                <EmailText address={actorText(by)} />
              </b>{' '}
              <LinkedSentence line={line} />
            </p>
            {reason && <p className="text-sm wrap-anywhere text-ink-muted">{reason}</p>}
            {kind === 'signIn' && earlier.length > 0 && <Times entries={[entry, ...earlier]} />}
          </div>
          <p className="shrink-0 text-sm text-ink-muted tabular-nums sm:whitespace-nowrap">
            {[...new Set([timeOf(earlier.at(-1) ?? entry), timeOf(entry)])].join(' – ')}
          </p>
        </div>
        <RestorePartner entry={entry} />
      </article>
    </li>
  )
}

function Times({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <details className="text-sm text-ink-muted">
      <summary className="w-fit cursor-pointer rounded-xs hover:text-ink pointer-coarse:py-2">
        All times
      </summary>
      <p className="mt-0.5">{entries.map(timeOf).join(', ')}</p>
    </details>
  )
}

function timeOf({ at }: AuditEntry): string {
  return at === null ? NO_DATE : clockText(at)
}

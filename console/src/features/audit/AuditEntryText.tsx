import { actorText } from '@mandap/domain/audit/actor.ts'
import type { AuditEntry } from '@mandap/domain/audit/entry.ts'
import type { AuditKind } from '@mandap/domain/audit/kind.ts'
import type { AuditLine } from '@mandap/domain/audit/line.ts'
import { auditLineSentence, subjectText } from '@mandap/domain/audit/sentence.ts'
import { Link } from '../../router/Link.tsx'
import { fromHere } from '../navigation/back-link.ts'
import { clockText, momentText, NO_DATE } from '../time/date-text.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { subjectScreen } from './subject-screen.ts'

const ICONS: Readonly<Record<AuditKind, IconName>> = {
  create: 'plus',
  update: 'edit',
  swap: 'sort',
  decide: 'approval',
  upload: 'document',
  refuseInfected: 'alert',
  delete: 'trash',
  restore: 'refresh',
  purge: 'trash',
  reveal: 'eye',
  open: 'document',
  export: 'download',
  exportPerson: 'download',
  erase: 'trash',
  import: 'download',
  signIn: 'user',
  signOut: 'logout',
  failSignIn: 'alert',
  lockOut: 'lock',
  endSessions: 'logout',
  failFactor: 'alert',
  addFactor: 'shield',
  removeFactor: 'shield',
  renamePasskey: 'shield',
  renewCodes: 'shield',
  useRecoveryCode: 'shield',
  endAllSessions: 'logout',
  endReplayedSession: 'alert',
  setPassword: 'lock',
  handLink: 'lock',
  addAdministrator: 'plus',
  inviteAdministrator: 'mail',
  disableAdministrator: 'minus',
  changeRole: 'users',
  rotateKey: 'refresh',
  rotateDataKey: 'refresh',
  backUp: 'download',
  restoreBackup: 'refresh',
  endAccess: 'logout',
  destroy: 'trash',
  eraseDetails: 'trash',
  moveDatabase: 'refresh',
  rebuildChain: 'refresh',
  elevate: 'shield',
  failElevation: 'alert',
  endElevation: 'shield',
}

const COLOURS: Partial<Record<AuditKind, string>> = {
  delete: 'bg-negative-soft text-negative-text',
  purge: 'bg-negative-soft text-negative-text',
  destroy: 'bg-negative-soft text-negative-text',
  failElevation: 'bg-negative-soft text-negative-text',
  failSignIn: 'bg-warning-soft text-warning-text',
  lockOut: 'bg-negative-soft text-negative-text',
  endAllSessions: 'bg-warning-soft text-warning-text',
  endReplayedSession: 'bg-negative-soft text-negative-text',
  endSessions: 'bg-warning-soft text-warning-text',
  setPassword: 'bg-warning-soft text-warning-text',
  handLink: 'bg-warning-soft text-warning-text',
  inviteAdministrator: 'bg-warning-soft text-warning-text',
  addAdministrator: 'bg-warning-soft text-warning-text',
  disableAdministrator: 'bg-warning-soft text-warning-text',
  changeRole: 'bg-warning-soft text-warning-text',
  rotateKey: 'bg-warning-soft text-warning-text',
  rotateDataKey: 'bg-warning-soft text-warning-text',
  backUp: 'bg-warning-soft text-warning-text',
  restoreBackup: 'bg-warning-soft text-warning-text',
  endAccess: 'bg-warning-soft text-warning-text',
  moveDatabase: 'bg-warning-soft text-warning-text',
  elevate: 'bg-warning-soft text-warning-text',
  reveal: 'bg-warning-soft text-warning-text',
  open: 'bg-warning-soft text-warning-text',
  export: 'bg-warning-soft text-warning-text',
  exportPerson: 'bg-negative-soft text-negative-text',
  erase: 'bg-negative-soft text-negative-text',
  decide: 'bg-info-soft text-info-text',
}

/** Renders the icon of an audit entry's kind. */
export function ActivityIcon({ kind }: { kind: string }) {
  const known = kind as AuditKind
  return (
    <span
      className={`grid size-8 shrink-0 place-items-center rounded-full ${COLOURS[known] ?? 'bg-neutral-soft text-ink-muted'}`}
    >
      <Icon name={ICONS[known] ?? 'info'} className="size-4" />
    </span>
  )
}

/** Renders a line of the audit log as a sentence: who did what to which record, when and why. */
export function AuditLineText({ line }: { line: AuditLine }) {
  const { entry, earlier } = line
  const { by, reason } = entry
  return (
    <div className="min-w-0 grow">
      <p className="wrap-anywhere">
        <b className="font-semibold">
          <EmailText address={actorText(by)} />
        </b>{' '}
        {auditLineSentence(line)}
      </p>
      <p className="text-sm text-ink-muted">
        <span className="whitespace-nowrap">{timesText(earlier.at(-1) ?? entry, entry)}</span>
        {reason && ` · ${reason}`}
      </p>
    </div>
  )
}

/** Returns when the first and the last entry of a line were made, which is on one day: '21 Nov 2026, 2:02 pm – 2:05 pm'. */
function timesText(first: AuditEntry, last: AuditEntry): string {
  if (first.at === null || last.at === null) return NO_DATE
  const end = clockText(last.at)
  return clockText(first.at) === end ? momentText(last.at) : `${momentText(first.at)} – ${end}`
}

/** Renders the sentence with the record's name as a link to the record. */
export function LinkedSentence({ line }: { line: AuditLine }) {
  const { entry } = line
  const sentence = auditLineSentence(line)
  const to = subjectScreen(entry)
  const name = subjectText(entry)
  const start = sentence.indexOf(name)
  if (to === null || start < 0) return sentence
  return (
    <>
      {sentence.slice(0, start)}
      <Link
        to={to}
        state={fromHere}
        className="rounded-xs underline decoration-line-strong underline-offset-2 hover:decoration-current focus-visible:-outline-offset-2"
      >
        {name}
      </Link>
      {sentence.slice(start + name.length)}
    </>
  )
}

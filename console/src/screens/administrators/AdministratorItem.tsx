import { ROLES } from '@mandap/domain/session/role.ts'
import { FACTOR_LABELS } from '@mandap/domain/session/second-factor.ts'
import { counted } from '@mandap/domain/text/counted.ts'
import type { ReactNode } from 'preact/compat'
import type { Administrator } from '../../features/administrator/queries.ts'
import { config } from '../../features/client/config.ts'
import { momentText } from '../../features/time/date-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { FocusAfterRemoval } from '../../ui/states.tsx'
import type { AdministratorChange } from './ChangeDialog.tsx'

const NOUNS = ['session', 'sessions'] as const

/** An administrator with their role, state and last activity, and what can be done. */
export function AdministratorItem({
  person,
  onChange,
}: {
  person: Administrator
  onChange: (change: AdministratorChange) => void
}) {
  const { name, email, state, role, isYou, hasOwnNumber, sessions } = person
  return (
    <li
      data-takes-focus
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-4 focus-visible:-outline-offset-2"
    >
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium wrap-anywhere">{name || <EmailText address={email} />}</bdi>
          {isYou && <Badge>You</Badge>}
          {role === 'viewer' && <Badge>{ROLES.viewer}</Badge>}
          {hasOwnNumber && <Badge tone="warning">Super Admin number</Badge>}
          {state === 'invited' && <Badge tone="info">Invited</Badge>}
          {state === 'disabled' && <Badge tone="negative">Disabled</Badge>}
        </p>
        {name && (
          <p className="text-sm wrap-anywhere text-ink-muted">
            <EmailText address={email} />
          </p>
        )}
        <p className="mt-0.5 text-sm text-ink-muted">{activityText(person)}</p>
        {config().capabilities.secondFactor && (
          <p className="text-sm text-ink-muted">{factorText(person)}</p>
        )}
      </div>
      {!isYou && (
        <div className="flex flex-wrap gap-2">
          {state !== 'disabled' && (
            <ChangeButton
              change={role === 'viewer' ? 'makeAdministrator' : 'makeViewer'}
              person={person}
              onChange={onChange}
            >
              {role === 'viewer' ? 'Make administrator' : 'Make viewer'}
            </ChangeButton>
          )}
          {state === 'active' && sessions > 0 && (
            <ChangeButton change="endSessions" person={person} onChange={onChange}>
              End {counted(sessions, NOUNS)}
            </ChangeButton>
          )}
          {person.factors.length > 0 && (
            <ChangeButton change="resetFactor" person={person} onChange={onChange}>
              Reset second factor
            </ChangeButton>
          )}
          {state !== 'active' && config().capabilities.passwords && (
            <ChangeButton change="invite" person={person} onChange={onChange}>
              {state === 'invited' ? 'Send another link' : 'Invite again'}
            </ChangeButton>
          )}
          {state !== 'disabled' && (
            <ChangeButton change="disable" person={person} onChange={onChange}>
              Disable
            </ChangeButton>
          )}
        </div>
      )}
    </li>
  )
}

function ChangeButton({
  change,
  person: { email },
  onChange,
  children,
}: {
  change: AdministratorChange
  person: Administrator
  onChange: (change: AdministratorChange) => void
  children: ReactNode
}) {
  return (
    // a change may remove its button
    <FocusAfterRemoval>
      <Button size="small" onClick={() => onChange(change)}>
        {children}
        <span className="sr-only">: {email}</span>
      </Button>
    </FocusAfterRemoval>
  )
}

function activityText({ state, lastActiveAt }: Administrator): string {
  if (lastActiveAt !== null) return `Last active ${momentText(Date.parse(lastActiveAt))}`
  return state === 'invited' ? 'Has not chosen a password yet' : 'Never signed in'
}

function factorText({ factors }: Administrator): string {
  if (factors.length === 0) return 'No second factor'
  return `Second factor: ${factors.map((kind) => FACTOR_LABELS[kind]).join(', ')}`
}

import { actorText, actorWithin } from '@mandap/domain/audit/actor.ts'
import type { AuditKind, AuditSubject } from '@mandap/domain/audit/kind.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { useEffect, useState } from 'preact/compat'
import { IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FocusAfterRemoval } from '../../ui/states.tsx'
import { clockText } from '../time/date-text.ts'
import type { LastChange } from './last-change.ts'

/** Milliseconds for which a change is 'just now'. */
const JUST_NOW_MS = 60_000

/** What was done to a record. Anything else changed it. */
const VERBS: Partial<Record<AuditKind, string>> = { delete: 'Deleted', restore: 'Restored' }

interface ChangedProps {
  subject: Extract<AuditSubject, 'booking' | 'partner'>
  id: string
}

/** Says that another person has changed the open record, of which the screen shows the new state. */
export function ChangedNotice({ subject, id }: ChangedProps) {
  const [change, dismiss] = useNewChange(subject, id)
  return (
    // stays in view on a long screen
    <output className="sticky top-16 z-10 block">
      {change && (
        <Notice
          tone="info"
          text={`${VERBS[change.kind] ?? 'Changed'} by ${isolated(actorWithin(change.who))} ${change.when}.`}
          className="mb-4 shadow-menu"
          actions={
            <FocusAfterRemoval to={() => document.querySelector('main')}>
              <IconButton icon="clear" label="Hide this message" onClick={dismiss} />
            </FocusAfterRemoval>
          }
        />
      )}
    </output>
  )
}

/** Says beside an open form that another person has changed its record, and what to do. The form stays as it is. */
export function ChangedBesideForm({
  subject,
  id,
  hint = 'Your entries stay as they are. You will see the change before yours is saved.',
  deletedHint = 'Your entries stay as they are. They can be saved only after a Super Admin has restored the partner on the Activity page.',
}: ChangedProps & { hint?: string; deletedHint?: string }) {
  const [change] = useNewChange(subject, id)
  return (
    <output>
      {change && (
        <Notice
          tone="warning"
          text={`${isolated(actorText(change.who))} ${(VERBS[change.kind] ?? 'Changed').toLowerCase()} this ${subject} ${change.when}.`}
          className="mb-4"
        >
          {change.kind === 'delete' ? deletedHint : hint}
        </Notice>
      )}
    </output>
  )
}

/** Returns the last change since the component was first rendered, with its time as text, and a function that hides it. */
function useNewChange(
  subject: AuditSubject,
  id: string,
): [(LastChange & { when: string }) | null, () => void] {
  const [change, setChange] = useState<LastChange | null>(null)
  const [past, setPast] = useState(0)
  useEffect(() => {
    const onChange = ({ detail }: WindowEventMap['mandap.change']) => {
      if (detail.subject === subject && detail.id === id) setChange(detail)
    }
    addEventListener('mandap.change', onChange)
    return () => removeEventListener('mandap.change', onChange)
  }, [subject, id])
  const at = change?.at
  useEffect(() => {
    if (at === undefined) return undefined
    const timer = setTimeout(() => setPast(at), at + JUST_NOW_MS - Date.now())
    return () => clearTimeout(timer)
  }, [at])
  const when = change && (past === change.at ? `at ${clockText(change.at)}` : 'just now')
  return [change && { ...change, when: when ?? '' }, () => setChange(null)]
}

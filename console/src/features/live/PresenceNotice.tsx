import type { Presence } from '@mandap/contract/live.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { useQuery } from '@tanstack/preact-query'
import { useClient } from '../client/client-context.ts'
import { useIsViewer } from '../session/role.ts'
import { clockText } from '../time/date-text.ts'
import { type OpenRecord, recordPresence } from './presence.ts'
import { Icon } from '../../ui/Icon.tsx'

/** The number of people who are named. */
const MAX_NAMED = 3

interface PresenceProps {
  subject: OpenRecord['subject']
  id: string
  /** Whether the screen is for decisions on the partner. */
  isReview?: boolean | undefined
}

/** Says who else has the record open, and who reviews it. Without an answer, it says nothing. */
export function PresenceNotice({ subject, id, isReview = false }: PresenceProps) {
  // a viewer decides nothing, so nobody should pass the partner over
  const isViewer = useIsViewer()
  const record = { subject, subjectId: id, isReview: isReview && !isViewer }
  const { data = [] } = useQuery(recordPresence(useClient(), record))
  const isReviewed = data.some((person) => person.isReview)
  const named = data.slice(0, MAX_NAMED)
  const others = data.length - named.length
  return (
    <output>
      {data.length > 0 && (
        <span
          className={`mb-4 flex items-start gap-2.5 rounded-md px-3.5 py-2.5 ${isReviewed ? 'bg-warning-soft text-warning-text' : 'bg-sunken text-ink-muted'}`}
        >
          <Icon name="user" className="mt-0.5 size-4.5" />
          <span className="min-w-0 wrap-anywhere">
            {named.map((person) => (
              <span key={person.by} className="block">
                {sentence(person, subject)}
              </span>
            ))}
            {others > 0 && <span className="block">And {others} more.</span>}
          </span>
        </span>
      )}
    </output>
  )
}

function sentence({ by, name, since, isReview }: Presence, subject: OpenRecord['subject']) {
  const who = isolated(name ?? by)
  const from = `since ${clockText(Date.parse(since))}`
  return isReview
    ? `${who} is reviewing this ${subject}, ${from}.`
    : `${who} has this ${subject} open, ${from}.`
}

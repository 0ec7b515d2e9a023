import type { Presence } from '@mandap/contract/live.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { useQuery } from '@tanstack/preact-query'
import { useClient } from '../client/client-context.ts'
import { useIsViewer } from '../session/role.ts'
import { clockText } from '../time/date-text.ts'
import { type OpenRecord, recordPresence } from './presence.ts'
import { Notice } from '../../ui/Notice.tsx'

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
        <Notice tone={isReviewed ? 'warning' : 'neutral'} icon="user" className="mb-4">
          {named.map((person) => (
            <p key={person.by}>{sentence(person, subject)}</p>
          ))}
          {others > 0 && <p>And {others} more.</p>}
        </Notice>
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

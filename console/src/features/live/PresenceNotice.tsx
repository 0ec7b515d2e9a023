import type { Client } from '@mandap/client/client.ts'
import type { Presence } from '@mandap/contract/live.ts'
import { isolated } from '@mandap/domain/text/text.ts'
import { queryOptions, useQuery } from '@tanstack/preact-query'
import { useClient } from '../client/client-context.ts'
import { afterFirstScreen } from '../client/first-screen.ts'
import { config } from '../client/config.ts'
import { useIsViewer } from '../session/role.ts'
import { clockText } from '../time/date-text.ts'
import { Icon } from '../../ui/Icon.tsx'

/** The number of people who are named. */
const MAX_NAMED = 3

/** The last answer is of no use once the screen is closed. */
const KEPT_MS = 1000

interface PresenceProps {
  subject: 'booking' | 'partner'
  id: string
  /** Whether the screen is for decisions on the partner. */
  isReview?: boolean | undefined
}

/** Returns the query of who else has a record open. While it is on the screen, the others see this administrator. */
function presenceOf(client: Client, { subject, id, isReview = false }: PresenceProps) {
  return queryOptions({
    queryKey: ['presence', subject, id, isReview],
    queryFn: async ({ signal }) => {
      await afterFirstScreen()
      const query = { subject, subjectId: id }
      return (await client.call('GET /presence', { query }, { signal })).data
    },
    staleTime: 0,
    gcTime: KEPT_MS,
    enabled: config().capabilities.liveChanges,
  })
}

/** Says who else has the record open, and who reviews it. Without an answer, it says nothing. */
export function PresenceNotice(props: PresenceProps) {
  // a viewer decides nothing, so nobody should pass the partner over
  const isViewer = useIsViewer()
  const isReview = props.isReview === true && !isViewer
  const { data = [] } = useQuery(presenceOf(useClient(), { ...props, isReview }))
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
                {sentence(person, props.subject)}
              </span>
            ))}
            {others > 0 && <span className="block">And {others} more.</span>}
          </span>
        </span>
      )}
    </output>
  )
}

function sentence({ by, name, since, isReview }: Presence, subject: PresenceProps['subject']) {
  const who = isolated(name ?? by)
  const from = `since ${clockText(Date.parse(since))}`
  return isReview
    ? `${who} is reviewing this ${subject}, ${from}.`
    : `${who} has this ${subject} open, ${from}.`
}

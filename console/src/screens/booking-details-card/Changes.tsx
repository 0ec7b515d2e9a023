import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import { readInstant, readNumber, readText, readTexts } from '@mandap/domain/wire/read.ts'
import { dayText, momentText, rupees } from '../../booking/text.ts'
import type { Conflict, RecordChange } from '../../host/failure.ts'

const NAMES: Record<string, string> = {
  partnerName: 'Planner',
  partnerMobile: "Planner's phone",
  partnerId: 'Planner ID',
  status: 'Status',
  dateFrom: 'Event starts',
  dateTo: 'Event ends',
  eventDate: 'Event date',
  eventType: 'Event type',
  location: 'Location',
  budget: 'Budget',
  services: 'Additional services',
  transactionId: 'Transaction ID',
  numberId: 'Booking ID',
}

/** Who changed what, and when, since the booking was read. */
export function Changes({ conflict: { current, changes } }: { conflict: Conflict }) {
  if (changes.length === 0) return <p>{current.partnerName || 'Nobody'} is the planner now.</p>
  return (
    <ol className="grid gap-4">
      {changes.map((change) => (
        <li key={change.version} className="rounded-md border border-line px-4 py-3">
          <p className="text-sm text-ink-muted">{authorText(change)}</p>
          <dl className="mt-2 grid gap-2">
            {shownFields(change).map(({ field, before, after }) => (
              <div key={field} className="grid grid-cols-[8rem_1fr] gap-3">
                <dt className="text-ink-muted">{NAMES[field] ?? field}</dt>
                <dd className="min-w-0">
                  <del className="text-ink-muted">{valueText(field, before)}</del>
                  <span aria-hidden="true"> → </span>
                  <ins className="font-medium no-underline">{valueText(field, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}

function authorText({ by, at }: RecordChange): string {
  const who = by || 'Someone'
  return at === null ? who : `${who}, ${momentText(at)}`
}

// an id says nothing where the name beside it does
function shownFields({ fields }: RecordChange) {
  const isNamed = fields.some(({ field }) => field === 'partnerName')
  return fields.filter(({ field }) => !(isNamed && field === 'partnerId'))
}

function valueText(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  switch (field) {
    case 'dateFrom':
    case 'dateTo':
    case 'eventDate':
      return dayText(readInstant(value))
    case 'budget':
      return rupees(readNumber(value))
    case 'status':
      return bookingStatusLabel(readText(value))
    case 'services':
      return readTexts(value).join(', ') || 'nothing'
    default:
      return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

import { isolated } from '@mandap/domain/text/text.ts'
import { plannerName } from '@mandap/domain/booking/planner-name.ts'
import { eventTimes } from '@mandap/domain/booking/event-time.ts'
import { bookingStatusLabel } from '@mandap/domain/booking/status.ts'
import { readId, readInstant, readText, readTexts } from '@mandap/domain/wire/read.ts'
import { unreadDate, wholeBudget } from '../../features/booking/text.ts'
import { dayText, momentText } from '../../features/time/date-text.ts'
import { isMidnightHere } from '../../features/time/today.ts'
import type { RecordChange } from '@mandap/contract/booking.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { Conflict } from '../../features/record/conflict.ts'
import { ChangeList, plainText } from '../../features/record/ChangeList.tsx'

const NAMES: Record<string, string> = {
  partnerName: 'Planner',
  partnerMobile: "Planner's phone",
  partnerId: 'Planner ID',
  status: 'Status',
  dateFrom: 'Event starts',
  dateTo: 'Event ends',
  eventDate: 'Event date',
  createdAt: 'Booking date',
  eventType: 'Event type',
  location: 'Location',
  budget: 'Budget',
  services: 'Additional services',
  transactionId: 'Transaction ID',
  numberId: 'Booking ID',
}

/** Renders the changes that others made after the booking was read. */
export function Changes({ conflict: { current, changes } }: { conflict: Conflict<Booking> }) {
  if (changes.length === 0) return <p>{nowText(plannerName(current))}</p>
  return <ChangeList changes={changes.map(withoutId)} names={NAMES} valueText={valueText} />
}

function nowText(planner: string | null): string {
  return planner === null ? 'The booking has no planner now.' : `The planner is now ${planner}.`
}

// an id is redundant beside the name
function withoutId(change: RecordChange) {
  const name = change.fields.find(({ field }) => field === 'partnerName')
  if (!name) return change
  const isRedundant = ({ field, before, after }: RecordChange['fields'][number]) =>
    field === 'partnerId' &&
    (readId(before) === '' || readText(name.before) !== '') &&
    (readId(after) === '' || readText(name.after) !== '')
  return { ...change, fields: change.fields.filter((one) => !isRedundant(one)) }
}

function valueText(field: string, value: unknown): string {
  switch (field) {
    case 'dateFrom':
    case 'dateTo':
    case 'eventDate':
    case 'createdAt':
      return timeText(value)
    case 'budget':
      return wholeBudget(value)
    case 'status':
      return bookingStatusLabel(readText(value))
    case 'services':
      return readTexts(value).map(isolated).join(', ') || 'nothing'
    default:
      return plainText(value)
  }
}

/** Returns a day, with its time if it has one: a change of the time alone must not look like no change. */
function timeText(value: unknown): string {
  const at = readInstant(value)
  if (at === null) return unreadDate(value)
  const hasTime = eventTimes({ original: { dateFrom: value } }, isMidnightHere) !== null
  return hasTime ? momentText(at) : dayText(at)
}

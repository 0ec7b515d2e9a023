import type { Tone } from '../status/tone.ts'

/** The booking statuses (§4.3) with their labels and tones. */
export const BOOKING_STATUSES = {
  pending: { label: 'Pending', tone: 'warning' },
  partnerVisited: { label: 'Waiting for the user to confirm the Visit', tone: 'info' },
  userConfirmVisit: { label: 'User Confirmed Visit', tone: 'info' },
  cancelVisit: { label: 'Visit is cancel by the User.', tone: 'negative' },
  visited: { label: 'Partner is Visited', tone: 'progress' },
  confirmEvent: { label: 'Service is Confirmed.', tone: 'positive' },
  completed: { label: 'Service is Completed', tone: 'positive' },
  cancel: { label: 'Service is Cancelled', tone: 'negative' },
  Cancel: { label: 'Service is Cancelled', tone: 'negative' },
  cancelBooking: { label: 'Booking is Cancelled', tone: 'negative' },
  cancelEvent: { label: 'Event is Cancelled', tone: 'negative' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type BookingStatus = keyof typeof BOOKING_STATUSES

export function isBookingStatus(status: string): status is BookingStatus {
  return Object.hasOwn(BOOKING_STATUSES, status)
}

/** Returns the label of a status: the status itself if it is unknown, 'Unknown Status' if it is empty (§4.3). */
export function bookingStatusLabel(status: string): string {
  if (isBookingStatus(status)) return BOOKING_STATUSES[status].label
  return status === '' ? 'Unknown Status' : status
}

/**
 * Returns the tone of a status on every screen. Hosts also send plain words (§2.15): "confirmed" is green, "pending"
 * yellow, every status that begins with "cancel" red, any other unknown status grey.
 */
export function bookingStatusTone(status: string): Tone {
  if (isBookingStatus(status)) return BOOKING_STATUSES[status].tone
  const word = status.toLowerCase()
  if (word === 'confirmed') return 'positive'
  if (word === 'pending') return 'warning'
  return word.startsWith('cancel') ? 'negative' : 'neutral'
}

/** The statuses of a cancelled booking or event (§4.3). A cancelled visit is not one of them. */
export const CANCELLED_STATUSES = [
  'cancel',
  'Cancel',
  'cancelBooking',
  'cancelEvent',
] as const satisfies readonly BookingStatus[]

/** The phases and their statuses. Each tab of Booking Details belongs to one phase (§4.3). */
export const BOOKING_PHASES = {
  booked: ['pending', 'partnerVisited', 'userConfirmVisit', 'cancelVisit'],
  visited: ['visited'],
  confirmed: ['confirmEvent'],
  completed: ['completed'],
  cancelledBooking: ['cancelBooking'],
  cancelledEvent: ['cancelEvent'],
} as const satisfies Record<string, readonly BookingStatus[]>

export type BookingPhase = keyof typeof BOOKING_PHASES

const PHASE_OF = new Map<string, BookingPhase>(
  (Object.keys(BOOKING_PHASES) as BookingPhase[]).flatMap((phase) =>
    BOOKING_PHASES[phase].map((status) => [status, phase] as const),
  ),
)

/** Returns the phase of a status, or `''` if no tab has it. */
export function bookingPhase(status: string): BookingPhase | '' {
  return PHASE_OF.get(status) ?? ''
}

import type { Booking } from '@mandap/domain/booking/booking.ts'
import { bookingStatusLabel, bookingStatusTone } from '@mandap/domain/booking/status.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { partnerWorklist } from '@mandap/domain/partner/worklist.ts'
import { partnerStatusLabel, partnerStatusTone } from '@mandap/domain/partner/status.ts'
import { textWithMore } from '@mandap/domain/text/found-part.ts'
import type { User } from '@mandap/domain/user/user.ts'
import type { LinkState } from '../../router/Link.tsx'
import type { To } from '../../router/location.ts'
import { partnerScreen } from '../navigation/partner-screen.ts'
import { paths } from '../navigation/paths.ts'
import { fromHere } from '../navigation/back-link.ts'
import { planText } from '../partner/plan-text.ts'
import { bookingState } from '../booking/passed-booking.ts'
import { foundTransaction, shownTexts } from '../booking/found-text.ts'
import { numberText } from '../booking/text.ts'
import type { Tone } from '@mandap/domain/status/tone.ts'
import { NO_TEXT } from '../../ui/no-text.ts'

/** The texts of a search result, including the matched one. */
export interface HitText {
  title: string
  details: readonly string[]
  status?: { label: string; tone: Tone }
}

/** A search result as a link. */
export interface Hit extends HitText {
  id: string
  to: To
  state?: LinkState
  /** Says why the link leads to another screen than the list. */
  note?: string
}

export function userText({ name, email, phone }: User): HitText {
  const [title = NO_TEXT, ...details] = [name, email, phone].filter(Boolean)
  return { title, details }
}

export function bookingText(booking: Booking, typed: string): HitText {
  const { status } = booking
  const found = foundTransaction(booking, typed)
  return {
    title: numberText(booking),
    // the text that was found comes first
    details: [...(found === null ? [] : [found]), ...shownTexts(booking)],
    status: { label: bookingStatusLabel(status), tone: bookingStatusTone(status) },
  }
}

export function partnerText(partner: Partner, typed: string): HitText {
  const { name, companyName, companyLocation, status } = partner
  const [title = NO_TEXT, ...shown] = [name, companyName, companyLocation].filter(Boolean)
  const others = [
    partner.personalEmail,
    partner.companyEmailId,
    partner.mobileNo,
    planText(partner.companyEmail),
  ]
  const found = textWithMore(typed, [title, ...shown], others)
  return {
    title,
    details: [...(found === null ? [] : [found]), ...shown],
    status: { label: partnerStatusLabel(status), tone: partnerStatusTone(status) },
  }
}

/** Returns the link to a user in User Count, which searches for the same text (§2.4, §2.11). */
export function userHit(user: User, typed: string): Hit {
  return { id: user.id, ...userText(user), to: userFound(user, typed) }
}

/** Returns the link to User Count with the row of one user open and marked, in the list of a search. */
export function userFound({ id }: Pick<User, 'id'>, typed: string): To {
  const params = new URLSearchParams({ search: typed, ...(id !== '' && { user: id, found: id }) })
  return { pathname: paths.userCount(), search: `?${params}` }
}

export function usersSearched(typed: string): To {
  return searched(paths.userCount(), typed)
}

export function bookingsSearched(typed: string): To {
  return searched(paths.foundBookings(), typed)
}

function partnersSearched(typed: string): To {
  return searched(paths.partnerDetails(), typed)
}

export function allPartnersSearched(typed: string): To {
  return searched(paths.allPartners(), typed)
}

function searched(pathname: string, typed: string): To {
  return { pathname, search: `?${new URLSearchParams({ search: typed })}` }
}

/** Returns the link to a booking's detail (§2.6), whose back link leads to the screen of the link. */
export function bookingHit(booking: Booking, typed: string): Hit {
  return {
    id: booking.id,
    ...bookingText(booking, typed),
    to: paths.bookingDetailsCard(booking.id),
    state: (here: string) => bookingState(booking, here),
  }
}

/**
 * Returns the link to a partner: an approved one in Partner Details (§2.4), an erased one with the bookings that remain,
 * any other in their worklist.
 */
export function partnerHit(partner: Partner, typed: string): Hit {
  const hit = { id: partner.id, ...partnerText(partner, typed) }
  const worklist = partnerWorklist(partner)
  if (worklist === 'approved' || worklist === 'guest')
    return { ...hit, to: partnersSearched(typed), state: fromHere }
  const { to, name } = partnerScreen(partner)
  const reason = partner.erasedAt === null ? 'Not approved' : 'Erased'
  return { ...hit, to, state: fromHere, note: `${reason}: opens ${name}` }
}

import { type Booking, bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingsWithNumber } from '@mandap/domain/booking/filter.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import type { ManualPartner } from '@mandap/domain/booking/manual-partner.ts'
import type { AssignedPartner } from '@mandap/domain/booking/swap.ts'
import { type Partner, partnerFrom, tempPartnerFrom } from '@mandap/domain/partner/partner.ts'
import { maskPersonalNumbers, personalNumberAt } from '@mandap/domain/partner/personal-number.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { type User, userFrom } from '@mandap/domain/user/user.ts'
import { isObject, type JsonObject, readList, readOne } from '@mandap/domain/wire/read.ts'
import { ask, type Line } from './call.ts'
import { ApiError } from './api-error.ts'

/** The calls of §7 that both hosts answer alike: one record at a time. */

export async function findBooking(line: Line, id: string, signal?: AbortSignal): Promise<Booking> {
  const path = `/bookings/${encodeURIComponent(id)}`
  const booking = bookingFrom(recordOf(await ask(line, 'GET', path, { signal }), path))
  if (booking.id === '') throw new ApiError('malformed', { call: `GET ${path}` })
  return booking
}

/** The answer to the lookup of §5.4: only bookings whose number is exactly the one asked for. */
export async function findBookingsNumbered(
  line: Line,
  text: string,
  signal?: AbortSignal,
): Promise<Booking[]> {
  const numberId = bookingNumber(text)
  const exactly = bookingsWithNumber(numberId)
  if (numberId === '') return []
  const json = await ask(line, 'GET', '/bookings', { query: { numberId }, signal })
  return listOf(json, '/bookings')
    .map(bookingFrom)
    .filter((booking) => booking.id !== '' && matches(exactly, bookingIndex(booking)))
}

export async function findUser(line: Line, id: string, signal?: AbortSignal): Promise<User> {
  const path = `/user/${encodeURIComponent(id)}`
  const user = userFrom(recordOf(await ask(line, 'GET', path, { signal }), path))
  const { name, email, phone } = user
  if ([user.id, name, email, phone].every((text) => text === ''))
    throw new ApiError('malformed', { call: `GET ${path}` })
  // the wrapped user may leave out the id it was asked by (§7)
  return { ...user, id: user.id || id }
}

export async function findPartner(line: Line, id: string, signal?: AbortSignal): Promise<Partner> {
  const path = `/partners/${encodeURIComponent(id)}`
  return partnerOf(await ask(line, 'GET', path, { signal }), id, path)
}

/** A personal number of a partner as a host without masks sends it, by its field named with dots. */
export async function findPartnerNumber(
  line: Line,
  id: string,
  field: string,
  signal?: AbortSignal,
): Promise<string> {
  const path = `/partners/${encodeURIComponent(id)}`
  const number = personalNumberAt(recordOf(await ask(line, 'GET', path, { signal }), path), field)
  if (number === '') throw new ApiError('notFound', { call: `GET ${path}` })
  return number
}

/** The partner, or the temp partner where that fails (§7); no host to ask, no second question. */
export async function findPartnerOrTempPartner(
  line: Line,
  id: string,
  signal?: AbortSignal,
): Promise<Partner> {
  try {
    return await findPartner(line, id, signal)
  } catch (first) {
    const answered =
      first instanceof ApiError && !['unauthorised', 'unreachable', 'timeout'].includes(first.kind)
    if (!answered) throw first
    try {
      const path = `/temp-partner/${encodeURIComponent(id)}`
      return partnerOf(await ask(line, 'GET', path, { signal }), id, path, tempPartnerFrom)
    } catch (second) {
      // a partner that could not be read may well exist, whatever the temp partners say
      const missing = second instanceof ApiError && second.kind === 'notFound'
      throw missing ? first : second
    }
  }
}

/** Creates a temp partner; `post` makes the call. */
export async function postTempPartner(
  post: (path: string, options: { body: ManualPartner }) => Promise<unknown>,
  manual: ManualPartner,
): Promise<AssignedPartner> {
  const json = await post('/temp-partner', { body: manual })
  const partner = tempPartnerFrom(readOne(json))
  if (partner.id === '') throw new ApiError('malformed', { call: 'POST /temp-partner' })
  return {
    id: partner.id,
    name: partner.name || manual.PartnerName.trim(),
    mobile: partner.mobileNo || manual.personalNumber.trim(),
  }
}

/** A partner as they may be shown: a host without masks sends the numbers whole. */
export function maskedPartner(record: JsonObject): Partner {
  return partnerFrom(maskPersonalNumbers(record))
}

/** The partner of a single answer, which may leave out the id they were asked by. */
function partnerOf(json: unknown, id: string, path: string, read = partnerFrom): Partner {
  const partner = read(maskPersonalNumbers(recordOf(json, path)))
  const { name, mobileNo, personalEmail, companyName } = partner
  if ([partner.id, name, mobileNo, personalEmail, companyName].every((text) => text === ''))
    throw new ApiError('malformed', { call: `GET ${path}` })
  return { ...partner, id: partner.id || id }
}

/** The records of a list, bare or under `data` (§3). */
export function listOf(json: unknown, path: string): unknown[] {
  if (Array.isArray(json) || (isObject(json) && Array.isArray(json['data']))) return readList(json)
  throw new ApiError('malformed', { call: `GET ${path}` })
}

/** The record of a single answer; a host that answers null for an unknown id means 'not found'. */
export function recordOf(json: unknown, path: string): JsonObject {
  const record = readOne(json)
  if (record === null || (isObject(record) && record['data'] === null))
    throw new ApiError('notFound', { call: `GET ${path}` })
  if (!isObject(record)) throw new ApiError('malformed', { call: `GET ${path}` })
  return record
}

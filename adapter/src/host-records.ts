import { ApiError } from '@mandap/client/api-error.ts'
import { bookingFrom } from '@mandap/domain/booking/booking.ts'
import { bookingsWithNumber } from '@mandap/domain/booking/filter.ts'
import { bookingIndex } from '@mandap/domain/booking/index-fields.ts'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { partnerFrom, tempPartnerFrom } from '@mandap/domain/partner/partner.ts'
import { maskPersonalNumbers, personalNumberAt } from '@mandap/domain/partner/personal-record.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import { userFrom } from '@mandap/domain/user/user.ts'
import { isObject, type JsonObject, readId, readObject, readOne } from '@mandap/domain/wire/read.ts'
import { fetchJson, type HostConnection } from './host-http.ts'
import { listOf } from './record-list.ts'

/** The number of partners that are cached to answer decisions, because a host answers them without the record. */
const MAX_CACHED = 50

export type HostRecords = ReturnType<typeof hostRecords>

/** Reads and creates single records of a host. Masks personal numbers, except the one that is revealed. */
export function hostRecords(host: HostConnection) {
  const kept = new Map<string, JsonObject>()

  async function read(collection: string, id: string, signal?: AbortSignal): Promise<JsonObject> {
    const path = `/${collection}/${encodeURIComponent(id)}`
    const call = `GET ${path}`
    const record = readOne(await fetchJson(host, 'GET', path, { signal }))
    // a host may answer null for an unknown id
    if (record === null || (isObject(record) && record['data'] === null && readId(record) === ''))
      throw new ApiError('notFound', { call })
    if (!isObject(record)) throw new ApiError('malformed', { call })
    return record
  }

  /** Returns a partner with its id, which the answer may leave out (§7). */
  function partnerOf(record: JsonObject, id: string, call: string, from = partnerFrom) {
    const { name, mobileNo, personalEmail, companyName } = from(record)
    const masked = maskPersonalNumbers(record)
    return withId(masked, id, call, [name, mobileNo, personalEmail, companyName])
  }

  function keepPartner(id: string, record: JsonObject) {
    kept.delete(id)
    kept.set(id, record)
    const [oldest] = kept.keys()
    if (kept.size > MAX_CACHED && oldest !== undefined) kept.delete(oldest)
  }

  return {
    async booking(id: string, signal?: AbortSignal): Promise<JsonObject> {
      const record = await read('bookings', id, signal)
      return withId(record, '', `GET /bookings/${id}`, [])
    },

    /** Reads the bookings with exactly this number (§5.4). A host may answer with more. */
    async bookingsNumbered(text: string, signal?: AbortSignal): Promise<JsonObject[]> {
      const numberId = bookingNumber(text)
      if (numberId === '') return []
      const condition = bookingsWithNumber(numberId)
      const json = await fetchJson(host, 'GET', '/bookings', { query: { numberId }, signal })
      return listOf(json, '/bookings').filter((record) => {
        const booking = bookingFrom(record)
        return booking.id !== '' && matches(condition, bookingIndex(booking))
      })
    },

    async user(id: string, signal?: AbortSignal): Promise<JsonObject> {
      const record = await read('user', id, signal)
      const { name, email, phone } = userFrom(record)
      return withId(record, id, `GET /user/${id}`, [name, email, phone])
    },

    async partner(id: string, signal?: AbortSignal): Promise<JsonObject> {
      const partner = partnerOf(await read('partners', id, signal), id, `GET /partners/${id}`)
      keepPartner(id, partner)
      return partner
    },

    keepPartner,

    /** Returns a partner as it was last read or decided. */
    lastPartner: (id: string): JsonObject | null => kept.get(id) ?? null,

    async partners(signal?: AbortSignal): Promise<JsonObject[]> {
      const json = await fetchJson(host, 'GET', '/partners', { signal })
      return listOf(json, '/partners').map(maskPersonalNumbers)
    },

    /** Returns a personal number of a partner in full, by the dotted path of its field. */
    async personalNumber(id: string, field: string, signal?: AbortSignal): Promise<string> {
      const number = personalNumberAt(await read('partners', id, signal), field)
      if (number === '') throw new ApiError('notFound', { call: `GET /partners/${id}` })
      return number
    },

    async tempPartner(id: string, signal?: AbortSignal): Promise<JsonObject> {
      const record = await read('temp-partner', id, signal)
      return partnerOf(record, id, `GET /temp-partner/${id}`, tempPartnerFrom)
    },

    async createTempPartner(body: unknown): Promise<JsonObject> {
      const created = readObject(readOne(await fetchJson(host, 'POST', '/temp-partner', { body })))
      return withId(created, '', 'POST /temp-partner', [])
    },
  }
}

/** Returns a record with the requested id if it has an id or at least one of these texts. */
function withId(
  record: JsonObject,
  id: string,
  call: string,
  texts: readonly string[],
): JsonObject {
  if (readId(record) !== '') return record
  if (texts.every((text) => text === '')) throw new ApiError('malformed', { call })
  return { ...record, _id: id }
}

import { ApiError, type ApiErrorKind } from '@mandap/client/api-error.ts'
import type { CallAnswer, CallRequest } from '@mandap/client/client.ts'
import { type SessionTokens, withSession } from '@mandap/client/session-tokens.ts'
import type { Transport, TransportRequest } from '@mandap/client/transport.ts'
import type { CallKey } from '@mandap/contract/calls.ts'
import { decodeBookingListing } from '@mandap/contract/codec/decode-bookings.ts'
import { decodePageRequest, isWholeList } from '@mandap/contract/codec/decode-page.ts'
import { decodePartnerListing } from '@mandap/contract/codec/decode-partners.ts'
import { QueryError } from '@mandap/contract/codec/query-error.ts'
import { decodeToday } from '@mandap/contract/codec/decode-today.ts'
import { decodeUserListing } from '@mandap/contract/codec/decode-users.ts'
import { DEFAULT_SEARCH_LIMIT } from '@mandap/contract/limits.ts'
import { maskPersonalNumbers } from '@mandap/domain/partner/personal-record.ts'
import { type JsonObject, readId, readObject } from '@mandap/domain/wire/read.ts'
import { exportFile } from './export-file.ts'
import { fetchJson, type HostConnection, sendWrite } from './host-http.ts'
import { type HostLists, hostLists } from './host-lists.ts'
import { type HostRecords, hostRecords } from './host-records.ts'
import { listOf } from './record-list.ts'
import { superAdmin } from './super-admin.ts'
import { wireTotals } from './wire-totals.ts'

/** The settings of an adapter. They can be cloned to a worker. */
export interface AdapterSettings {
  /** The base URL of every path: 'https://host.example/api', or '' for the console's own origin. */
  base: string
  /** Sent as `api-key` with the request for approved partners (§7); null sends none. */
  apiKey: string | null
  /** The phone numbers that may become Super Admin (§5.1). */
  superAdminNumbers: readonly string[]
  /** Whether the answer to `POST /otp/sms` carries the OTP, because the host sends no SMS. */
  answersOtp?: boolean | undefined
  /** Milliseconds after which a list is fetched again in the background. */
  maxAge?: number | undefined
  /** Milliseconds without an answer after which a call fails. */
  timeout?: number | undefined
}

/** The transport to a plain host. */
export interface Adapter extends Transport {
  /** Makes the next read of each list fetch it again, unless it was fetched just now. What was read stays until then. */
  expire(): void
}

interface Connection {
  tokens: SessionTokens
  fetch?: typeof fetch | undefined
}

const MAX_AGE_MS = 3 * 60_000

/** The age in milliseconds from which `expire` applies, so that quick changes of tabs do not fetch whole lists each time. */
const MIN_AGE_MS = 10_000

/** The body of the answer to a call; undefined for one that has no content. */
type Answer<K extends CallKey> = [CallAnswer<K>] extends [never] ? undefined : CallAnswer<K>

/** Functions that answer calls. The types of requests and answers are those of the contract. */
type Handlers = {
  [K in CallKey]?: (request: CallRequest<K>, signal?: AbortSignal) => Answer<K> | Promise<Answer<K>>
}

/** A handler whose request is typed by its key alone. */
type AnyHandler = (request: TransportRequest, signal?: AbortSignal) => unknown

/** The host, its whole lists and its single records. */
interface Sources {
  host: HostConnection
  lists: HostLists
  records: HostRecords
}

/** Returns a transport that answers the contract's calls with the calls of §7 only. */
export function createAdapter(settings: AdapterSettings & Connection): Adapter {
  const { base, tokens, timeout, fetch, apiKey, maxAge = MAX_AGE_MS } = settings
  const { superAdminNumbers, answersOtp = false } = settings
  // the token of the latest call, because several calls share the fetch of a list
  let token: string | null = null
  const host: HostConnection = { base, token: () => token, timeout, fetch }
  const watchers = new Set<() => void>()
  const lists = hostLists(host, { apiKey, maxAge }, () => watchers.forEach((watcher) => watcher()))
  const records = hostRecords(host)
  const elevation = superAdmin(host, { superAdminNumbers, answersOtp })

  const handlers: Handlers = {
    ...bookingHandlers({ host, lists, records }),
    ...userHandlers({ host, lists, records }),
    ...partnerHandlers({ host, lists, records }),
    ...overviewHandlers(lists),
    'POST /otp/sms': ({ body }) => elevation.sendOtp(body.numbers),
    'POST /otp/verify': ({ body }) => elevation.verifyOtp(body),
    'GET /elevation': () => elevation.current(),
    'DELETE /elevation': () => undefined,
  }

  return {
    async send(request, signal) {
      const { key } = request
      // the client types the request by the key
      const handler = handlers[key] as AnyHandler | undefined
      // a plain host has no equivalent
      if (!handler) throw new ApiError('notFound', { call: key })
      try {
        const body = await withSession(tokens, async (current) => {
          token = current
          return handler(request, signal)
        })
        return { status: STATUS[key] ?? 200, body }
      } catch (error) {
        if (!(error instanceof QueryError)) throw error
        const { field, message } = error
        throw new ApiError('invalid', { call: key, code: 'INVALID', field, message, cause: error })
      }
    },

    refresh: () => lists.drop(),
    expire: () => lists.expireOlder(MIN_AGE_MS),

    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

/** Answers the calls of bookings. */
function bookingHandlers({ host, lists, records }: Sources): Handlers {
  return {
    async 'GET /bookings'({ query = {} }, signal) {
      if (query.numberId !== undefined) return records.bookingsNumbered(query.numberId, signal)
      if (isWholeList(query))
        return listOf(await fetchJson(host, 'GET', '/bookings', { signal }), '/bookings')
      const listing = decodeBookingListing(query)
      const list = await lists.bookings.read()
      signal?.throwIfAborted()
      return list.page(listing, decodePageRequest(query))
    },

    'GET /bookings/{id}': ({ params }, signal) => records.booking(params.id, signal),

    async 'PATCH /bookings/{id}'({ params: { id }, body: patch }) {
      const sent = readObject(patch)
      // §7 requires the whole booking
      const body = readId(sent) !== '' ? sent : { ...(await records.booking(id)), ...sent }
      const path = `/bookings/${encodeURIComponent(id)}`
      await sendWrite(host, 'PATCH', path, { body }).catch((error: unknown) => {
        if (mayDiffer(error)) lists.bookings.expire()
        throw error
      })
      lists.bookings.change((list) => list.replace(body))
      return body
    },
  }
}

/** Answers the calls of users. */
function userHandlers({ host, lists, records }: Sources): Handlers {
  return {
    async 'GET /users'({ query = {} }, signal) {
      const listing = decodeUserListing(query)
      const [list, having] = await lists.usersFor(listing)
      signal?.throwIfAborted()
      return list.page(listing, decodePageRequest(query), having)
    },

    async 'GET /user/all'(_request, signal) {
      return { data: listOf(await fetchJson(host, 'GET', '/user/all', { signal }), '/user/all') }
    },

    async 'GET /user/{id}'({ params }, signal) {
      return { data: await records.user(params.id, signal) }
    },

    async 'GET /user/{id}/booking-counts'({ params, query = {} }, signal) {
      const list = await lists.bookings.read()
      signal?.throwIfAborted()
      return { data: list.totals.countsOfUser(params.id, decodeToday(query)) }
    },
  }
}

/** Answers the calls of partners and temp partners. */
function partnerHandlers({ host, lists, records }: Sources): Handlers {
  return {
    async 'GET /partners'({ query = {} }, signal) {
      if (isWholeList(query)) return records.partners(signal)
      const listing = decodePartnerListing(query)
      const list = await lists.partnersFor(listing.list).read()
      signal?.throwIfAborted()
      return list.page(listing, decodePageRequest(query))
    },

    async 'GET /partners/counts'({ query = {} }, signal) {
      const list = await lists.partners.read()
      signal?.throwIfAborted()
      return { data: list.approvalCounts(query.search ?? '') }
    },

    async 'GET /partner-names'({ query = {} }) {
      const list = await lists.partnersFor('approved').read()
      return { data: list.approvedNames(query.search ?? '') }
    },

    'GET /partners/{id}': ({ params }, signal) => records.partner(params.id, signal),

    async 'PUT /partners/{id}'({ params: { id }, body }) {
      const before = records.lastPartner(id) ?? (await records.partner(id))
      const path = `/partners/${encodeURIComponent(id)}`
      await sendWrite(host, 'PUT', path, { body }).catch((error: unknown) => {
        if (mayDiffer(error)) lists.expirePartners()
        throw error
      })
      const decided = maskPersonalNumbers({ ...before, ...body })
      records.keepPartner(id, decided)
      lists.changePartners((list) => list.replace(decided))
      return decided
    },

    async 'DELETE /partners/{id}'({ params: { id }, body }) {
      const path = `/partners/${encodeURIComponent(id)}`
      await sendWrite(host, 'DELETE', path, { body }).catch((error: unknown) => {
        // somebody else has deleted the partner
        if (kindOf(error) === 'notFound') lists.changePartners((list) => list.remove(id))
        else if (mayDiffer(error)) lists.expirePartners()
        throw error
      })
      lists.changePartners((list) => list.remove(id))
      return records.lastPartner(id) ?? { _id: id }
    },

    async 'POST /partners/{id}/reveal'({ params, body }, signal) {
      return { data: { value: await records.personalNumber(params.id, body.field, signal) } }
    },

    'POST /temp-partner': ({ body }) => records.createTempPartner(body),
    'GET /temp-partner/{id}': ({ params }, signal) => records.tempPartner(params.id, signal),
  }
}

/** Answers the calls that read several lists: the dashboard, the charts, the search and exports. */
function overviewHandlers(lists: HostLists): Handlers {
  return {
    async 'GET /summary'() {
      const { users, bookings, partners, failed } = await lists.readAll()
      return {
        users: users?.count ?? 0,
        bookings: bookings?.count ?? 0,
        partners: partners?.count ?? 0,
        bookingsByStatus: bookings?.byStatus ?? {},
        failed,
      }
    },

    async 'GET /totals'({ query = {} }, signal) {
      const list = await lists.bookings.read()
      signal?.throwIfAborted()
      return { data: wireTotals(list.totals.totals(decodeToday(query))) }
    },

    async 'GET /search'({ query = {} }, signal) {
      const { users, bookings, partners, failed, errors } = await lists.readAll()
      signal?.throwIfAborted()
      // a search that could read no list is an error, not an empty result
      if (!users && !bookings && !partners) throw errors.get('bookings')
      const { text = '', limit = DEFAULT_SEARCH_LIMIT } = query
      const found = (list: { found(text: string, limit: number): JsonObject[] } | null) =>
        list?.found(text, limit) ?? []
      return {
        data: { users: found(users), bookings: found(bookings), partners: found(partners), failed },
      }
    },

    async 'POST /exports'({ body }) {
      return { data: await exportFile(body, lists) }
    },
  }
}

/** The statuses of successful calls that do not answer 200. */
const STATUS: Partial<Record<CallKey, number>> = {
  'POST /temp-partner': 201,
  'POST /exports': 201,
  'DELETE /elevation': 204,
}

/** The failures of a write with which a host says that it has changed nothing. */
const REFUSALS = new Set<ApiErrorKind | null>([
  'unauthorised',
  'forbidden',
  'conflict',
  'invalid',
  'tooMany',
])

/** Returns whether the lists may differ from those of the host after a failed write: it is saved, or its record is gone. */
function mayDiffer(error: unknown): boolean {
  return !REFUSALS.has(kindOf(error))
}

function kindOf(error: unknown): ApiErrorKind | null {
  return error instanceof ApiError ? error.kind : null
}

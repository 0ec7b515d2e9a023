import type { UserListing } from '@mandap/domain/user/list.ts'
import { maskPersonalNumbers } from '@mandap/domain/partner/personal-number.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { type Line, stream } from '../call.ts'
import type { ExportRequest } from '../export.ts'
import { ApiError } from '../api-error.ts'
import { type Host, type ListName, MAX_DEBUGGED, MAX_FOUND } from '../host.ts'
import { type BookingList, readBookingList } from './booking-list.ts'
import { exportFile } from './export-file.ts'
import { type PartnerList, readPartnerList } from './partner-list.ts'
import { readUserList, type UserList } from './user-list.ts'

/** What a plain host answers from whole lists, kept where they were read: in a worker, or here. */
export interface Lists
  extends Pick<
    Host,
    | 'bookingsPage'
    | 'bookingNumbersLike'
    | 'partnersPage'
    | 'partnerCounts'
    | 'approvedPartnerNames'
    | 'summary'
    | 'usersPage'
    | 'userBookingCounts'
    | 'totals'
    | 'search'
    | 'firstRecords'
    | 'refresh'
    | 'watch'
  > {
  /** The whole list as a file. */
  exportFile(request: ExportRequest): Promise<Blob>
  /** Shows a swapped booking at once; the whole list is fetched again behind it. */
  showSwapped(record: JsonObject): void
  /** Leaves a deleted partner out at once. */
  showDeleted(partnerId: string): void
  /** Shows a partner whose step was decided at once, as `showSwapped` does a booking. */
  showDecided(record: JsonObject): void
}

export interface ListSettings {
  /** Sent as `api-key` with the request for approved partners (§7); null sends none. */
  apiKey: string | null
  /** Milliseconds after which a list is fetched again behind the next reading. */
  maxAge?: number | undefined
}

const MAX_AGE = 3 * 60_000

const LIST_NAMES: readonly ListName[] = ['users', 'bookings', 'partners']

export function listsOf(line: Line, { apiKey, maxAge = MAX_AGE }: ListSettings): Lists {
  const watchers = new Set<() => void>()
  const changed = () => watchers.forEach((watcher) => watcher())
  const keep = <L>(path: string, load: () => Promise<L>) => kept(path, load, maxAge, changed)

  const bookings = keep('/bookings', () => readBookingList(stream(line, '/bookings')))
  const users = keep('/user/all', () => readUserList(stream(line, '/user/all')))
  const partners = keep('/partners', () => readPartnerList(stream(line, '/partners')))
  const partnersByKey =
    apiKey === null
      ? partners
      : keep('/partners', () =>
          readPartnerList(stream(line, '/partners', { headers: { 'api-key': apiKey } })),
        )

  /** Every list; one that cannot be fetched is none (§7), and named. */
  async function readAll() {
    const errors = new Map<ListName, unknown>()
    const orNone = <L>(name: ListName, list: Promise<L>) =>
      list.catch((error: unknown) => {
        if (error instanceof ApiError && error.kind === 'unauthorised') throw error
        console.warn(`${name}: not fetched`, error)
        errors.set(name, error)
        return null
      })
    const [userList, bookingList, partnerList] = await Promise.all([
      orNone<UserList>('users', users.read()),
      orNone<BookingList>('bookings', bookings.read()),
      orNone<PartnerList>('partners', partners.read()),
    ])
    // in one order, whichever failed first
    const failed = LIST_NAMES.filter((name) => errors.has(name))
    return { userList, bookingList, partnerList, failed, errors }
  }

  // the api-key goes with the request for approved partners alone (§7)
  const partnersOf = (list: string) => (list === 'approved' ? partnersByKey : partners)

  /** The users, and the ids of those who have a booking in the group that is asked for. */
  const usersListed = ({ has }: UserListing) =>
    Promise.all([
      users.read(),
      has ? bookings.read().then((read) => read.totals.usersWith(has.group, has.today)) : null,
    ])

  return {
    async bookingsPage(request, signal) {
      const list = await bookings.read()
      signal?.throwIfAborted()
      return list.page(request)
    },

    async bookingNumbersLike(text, signal) {
      const list = await bookings.read()
      signal?.throwIfAborted()
      return list.numbersLike(text)
    },

    async partnersPage(request, signal) {
      const list = await partnersOf(request.listing.list).read()
      signal?.throwIfAborted()
      return list.page(request)
    },

    async partnerCounts(search, signal) {
      const list = await partners.read()
      signal?.throwIfAborted()
      return list.approvalCounts(search)
    },

    async approvedPartnerNames() {
      return (await partnersByKey.read()).approvedNames()
    },

    async summary() {
      const { userList, bookingList, partnerList, failed } = await readAll()
      return {
        users: userList?.count ?? 0,
        bookings: bookingList?.count ?? 0,
        partners: partnerList?.count ?? 0,
        bookingsByStatus: bookingList?.byStatus ?? {},
        failed,
      }
    },

    async usersPage(request, signal) {
      const [list, having] = await usersListed(request.listing)
      signal?.throwIfAborted()
      return list.page(request, having)
    },

    async userBookingCounts({ userId, today }, signal) {
      const list = await bookings.read()
      signal?.throwIfAborted()
      return list.totals.countsOfUser(userId, today)
    },

    async totals(today, signal) {
      const list = await bookings.read()
      signal?.throwIfAborted()
      return list.totals.totals(today)
    },

    async search(text, signal) {
      const { userList, bookingList, partnerList, failed, errors } = await readAll()
      signal?.throwIfAborted()
      // nothing was searched, which is not the same as nothing found
      if (!userList && !bookingList && !partnerList) throw errors.get('bookings')
      return {
        users: userList?.found(text, MAX_FOUND) ?? [],
        bookings: bookingList?.found(text, MAX_FOUND) ?? [],
        partners: partnerList?.found(text, MAX_FOUND) ?? [],
        failed,
      }
    },

    exportFile: (request) =>
      exportFile(request, {
        bookings: () => bookings.read(),
        partners: (list) => partnersOf(list).read(),
        users: async (listing) => {
          const [list, having] = await usersListed(listing)
          return list.all(listing, having)
        },
      }),

    async firstRecords(signal) {
      const { userList, bookingList, partnerList } = await readAll()
      signal?.throwIfAborted()
      const first = (list: { first(most: number): JsonObject[] } | null) =>
        list?.first(MAX_DEBUGGED).map(maskPersonalNumbers) ?? []
      return {
        users: first(userList),
        bookings: first(bookingList),
        partners: first(partnerList),
      }
    },

    showSwapped(record) {
      bookings.change((list) => list.replace(record))
    },

    showDeleted(partnerId) {
      for (const list of new Set([partners, partnersByKey]))
        list.change((read) => read.remove(partnerId))
    },

    showDecided(record) {
      for (const list of new Set([partners, partnersByKey]))
        list.change((read) => read.replace(record))
    },

    refresh() {
      for (const list of [bookings, users, partners, partnersByKey]) list.forget()
    },

    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

/** A list that is fetched when first read, and again behind a later reading once it is old. */
function kept<L>(path: string, load: () => Promise<L>, maxAge: number, changed: () => void) {
  let list: L | null = null
  let expires = 0
  let loading: Promise<L> | null = null

  function reload(): Promise<L> {
    const mine = load().then(
      (loaded) => {
        // forgotten meanwhile: those who asked still get their answer, but it is not kept
        if (loading === mine) {
          list = loaded
          expires = Date.now() + maxAge
          loading = null
        }
        return loaded
      },
      (error: unknown) => {
        if (loading === mine) loading = null
        throw error
      },
    )
    loading = mine
    return mine
  }

  function reloadBehind(): void {
    reload().then(changed, (error: unknown) => {
      expires = Date.now() + maxAge
      console.warn(`GET ${path}: the list shown is an older one`, error)
    })
  }

  return {
    read(): Promise<L> {
      if (list === null) return loading ?? reload()
      if (loading === null && Date.now() >= expires) reloadBehind()
      return Promise.resolve(list)
    },
    /** Makes a change of ours in what is kept or being fetched, and has it fetched again. */
    change(apply: (list: L) => void): void {
      if (list !== null) apply(list)
      expires = 0
      // what is being fetched may have been read by the host before the change
      loading?.then(apply, () => {})
    },
    forget(): void {
      list = null
      loading = null
    },
  }
}

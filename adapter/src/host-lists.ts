import { ApiError } from '@mandap/client/api-error.ts'
import type { PagedPartners } from '@mandap/contract/codec/partners.ts'
import { LIST_NAMES, type ListName } from '@mandap/contract/list-names.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import { type BookingList, readBookingList } from './booking-list.ts'
import { type HostConnection, streamList } from './host-http.ts'
import { type KeptList, keepList } from './keep-list.ts'
import { type PartnerList, readPartnerList } from './partner-list.ts'
import { readUserList, type UserList } from './user-list.ts'

/** The whole lists of a host. Each is kept after it was first read. */
export interface HostLists {
  bookings: KeptList<BookingList>
  partners: KeptList<PartnerList>
  users: KeptList<UserList>
  /** Returns the fetched list that contains the partners of one of the console's lists. */
  partnersFor(list: PagedPartners['list']): KeptList<PartnerList>
  /** Applies a change to each list of partners. */
  changePartners(apply: (list: PartnerList) => void): void
  /** Makes the next read of each list of partners fetch it again. */
  expirePartners(): void
  /** Reads the users, and the ids of those with a booking in the group of the listing. */
  usersFor(listing: UserListing): Promise<readonly [UserList, ReadonlySet<string> | null]>
  /** Reads all lists. A list that fails is null and is named in `failed` (§7). */
  readAll(): Promise<AllLists>
  /** Makes the next read of each list that is at least this old fetch it again. */
  expireOlder(age: number): void
  drop(): void
}

export interface AllLists {
  users: UserList | null
  bookings: BookingList | null
  partners: PartnerList | null
  failed: ListName[]
  errors: ReadonlyMap<ListName, unknown>
}

interface ListSettings {
  /** Sent as `api-key` with the request for approved partners (§7); null sends none. */
  apiKey: string | null
  /** Milliseconds after which a list is fetched again in the background. */
  maxAge: number
}

export function hostLists(
  host: HostConnection,
  { apiKey, maxAge }: ListSettings,
  changed: () => void,
): HostLists {
  const { token } = host
  const keep = <L>(
    path: string,
    read: (call: string, bytes: AsyncIterable<Uint8Array>) => Promise<L>,
    headers?: Readonly<Record<string, string>>,
  ) =>
    keepList(path, () => read(`GET ${path}`, streamList(host, path, headers)), {
      maxAge,
      token,
      changed,
    })
  const bookings = keep('/bookings', readBookingList)
  const users = keep('/user/all', readUserList)
  const partners = keep('/partners', readPartnerList)
  const partnersByKey =
    apiKey === null ? partners : keep('/partners', readPartnerList, { 'api-key': apiKey })
  const partnerLists = new Set([partners, partnersByKey])
  const all = [bookings, users, ...partnerLists]

  return {
    bookings,
    partners,
    users,

    // only the request for approved partners has the api-key (§7)
    partnersFor: (list) => (list === 'approved' ? partnersByKey : partners),

    changePartners(apply) {
      for (const list of partnerLists) list.change(apply)
    },

    expirePartners() {
      for (const list of partnerLists) list.expire()
    },

    usersFor: ({ has }) =>
      Promise.all([
        users.read(),
        has ? bookings.read().then((read) => read.totals.usersWith(has.group, has.today)) : null,
      ]),

    async readAll() {
      const errors = new Map<ListName, unknown>()
      const orNull = <L>(name: ListName, list: KeptList<L>): Promise<L | null> =>
        list.read().catch((error: unknown) => {
          if (error instanceof ApiError && error.kind === 'unauthorised') throw error
          console.warn(`${name}: not fetched`, error)
          errors.set(name, error)
          return null
        })
      const [userList, bookingList, partnerList] = await Promise.all([
        orNull('users', users),
        orNull('bookings', bookings),
        orNull('partners', partners),
      ])
      // in a fixed order, regardless of which list failed first
      const failed = LIST_NAMES.filter((name) => errors.has(name))
      return { users: userList, bookings: bookingList, partners: partnerList, failed, errors }
    },

    expireOlder(age) {
      for (const list of all) list.expireOlder(age)
    },

    drop() {
      for (const list of all) list.drop()
    },
  }
}

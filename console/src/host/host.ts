import type { AuditEntry } from '@mandap/domain/audit/entry.ts'
import type { AuditKind, AuditSubject } from '@mandap/domain/audit/kind.ts'
import type { Booking } from '@mandap/domain/booking/booking.ts'
import type { BookingListing } from '@mandap/domain/booking/listing.ts'
import type { GroupCounts, Totals } from '@mandap/domain/booking/totals.ts'
import type { ManualPartner } from '@mandap/domain/booking/manual-partner.ts'
import type { AssignedPartner } from '@mandap/domain/booking/swap.ts'
import type { ApprovalStatus, PartnerListing } from '@mandap/domain/partner/list.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import type { Span, Today } from '@mandap/domain/time/days.ts'
import type { UserListing } from '@mandap/domain/user/list.ts'
import type { User } from '@mandap/domain/user/user.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Decision } from '@mandap/domain/verification/decision.ts'
import type { DocumentKind } from '@mandap/domain/verification/document.ts'
import type { ExportedFile, ExportRequest } from './export.ts'

/**
 * The only way the console knows its data. Nouns read, verbs write. Every promise that fails
 * rejects with an `ApiError`, but an aborted one, which rejects with the signal's reason.
 */
export interface Host {
  readonly kind: 'mandap' | 'plain'

  /** A stretch of a list of bookings, in its order (§2.5, §2.7, §2.11, §2.12, §2.15). */
  bookingsPage(request: BookingsRequest, signal?: AbortSignal): Promise<Page<Booking>>
  /** At most 8 bookings whose number starts with the text, by number, of every tab (§5.4). */
  bookingNumbersLike(text: string, signal?: AbortSignal): Promise<readonly Booking[]>
  /** The bookings with exactly this number, asked of the host itself (§5.4, §7). */
  bookingsNumbered(text: string, signal?: AbortSignal): Promise<readonly Booking[]>
  booking(id: string, signal?: AbortSignal): Promise<Booking>
  user(id: string, signal?: AbortSignal): Promise<User>
  partner(id: string, signal?: AbortSignal): Promise<Partner>
  /** The partner, or the temp partner where that fails (§7). */
  partnerOrTempPartner(id: string, signal?: AbortSignal): Promise<Partner>
  /** A stretch of a list of partners, by name (§2.8, §2.12–§2.15, §5.5). */
  partnersPage(request: PartnersRequest, signal?: AbortSignal): Promise<Page<Partner>>
  /** How many partners each status of the Approval Panel lists for a search (§2.8). */
  partnerCounts(search: string, signal?: AbortSignal): Promise<PartnerCounts>
  /** The distinct names of approved partners, sorted: the partner filter of §2.5. */
  approvedPartnerNames(signal?: AbortSignal): Promise<readonly string[]>
  summary(signal?: AbortSignal): Promise<Summary>
  /** A stretch of the users, by name (§2.11). */
  usersPage(request: UsersRequest, signal?: AbortSignal): Promise<Page<User>>
  /** How many bookings of a user each group has (§2.11, §4.3). */
  userBookingCounts(
    of: { userId: string; today: Today },
    signal?: AbortSignal,
  ): Promise<GroupCounts>
  /** What all bookings come to: revenue, months, services and groups (§2.11). */
  totals(today: Today, signal?: AbortSignal): Promise<Totals>
  /**
   * The first few in which the text stands (§5.5): users and partners by name, bookings newest first.
   * Blank text finds none.
   */
  search(text: string, signal?: AbortSignal): Promise<Found>
  /** The first few records of each list as they came, personal numbers masked (§2.4's debug data). */
  firstRecords(signal?: AbortSignal): Promise<FirstRecords>

  /**
   * Replaces the booking's partner (§7) and answers the booking as it now stands. On a Mandap host
   * a booking changed since it was read is a `conflict` failure with the current one.
   */
  swapBookingPartner(booking: Booking, partner: AssignedPartner): Promise<Booking>
  createTempPartner(manual: ManualPartner): Promise<AssignedPartner>
  /** Deletes a partner for a Super Admin (§5.9, §7); they leave every list. */
  deletePartner(partner: Partner, grant: string | null): Promise<void>
  /** Brings a deleted partner back; `notFound` when it is too late, and always on a plain host. */
  restorePartner(id: string, grant: string | null): Promise<void>
  /**
   * One personal number of a partner whole, by its field, named with dots; everywhere else a Host
   * answers it masked. A Mandap host records it. Nothing may keep it but the place that shows it.
   */
  revealNumber(partner: Pick<Partner, 'id'>, field: string, signal?: AbortSignal): Promise<string>

  /** Sends an OTP to a Super Admin's phone (§5.1, §7). */
  sendOtp(number: string): Promise<OtpChallenge>
  /** Turns Super Admin on with the OTP that was sent (§5.2). */
  verifyOtp(challenge: OtpChallenge, otp: string): Promise<Elevation>
  /** Super Admin mode as it still counts; null when it does not. A plain host never ends it. */
  elevation(grant: string | null, signal?: AbortSignal): Promise<Elevation | null>
  endElevation(grant: string | null): Promise<void>

  /**
   * Decides a step of a partner (§4.5, §7) and answers the partner as they now stand. A `grant` goes
   * with a decision that overrides. On a Mandap host a partner changed since they were read is a
   * `conflict` failure with the current one, and a step that is closed a `forbidden` one.
   */
  decide(partner: Partner, decision: Decision, as: { grant: string | null }): Promise<Partner>
  /** Where a document can be opened now (§2.10); its address stands in the partner's field. */
  openDocument(address: string, signal?: AbortSignal): Promise<OpenDocument>
  /** A stretch of the trail, newest first. A plain host keeps none: `notFound`. */
  auditPage(request: AuditRequest, signal?: AbortSignal): Promise<Page<AuditEntry>>
  /** Everybody who ever acted, in order. */
  auditPeople(signal?: AbortSignal): Promise<readonly string[]>

  /**
   * Makes a file of a whole list. On a Mandap host the trail records it; a plain host has no activity to
   * export: `notFound`.
   */
  exportList(request: ExportRequest): Promise<ExportedFile>

  /** Forgets whatever the browser keeps of whole lists, so that the next reads are fresh. */
  refresh(): void
  /** Calls back when lists that were read before have changed; answers how to stop. */
  watch(changed: () => void): () => void
}

/** `after` is a page's `next`; `skip` jumps to a place in the list. Neither: the first page. */
export interface PageRequest {
  limit: number
  skip?: number | undefined
  after?: string | undefined
}

export interface BookingsRequest extends PageRequest {
  listing: BookingListing
}

export interface PartnersRequest extends PageRequest {
  listing: PartnerListing
}

export interface UsersRequest extends PageRequest {
  listing: UserListing
}

export type PartnerCounts = Readonly<Record<ApprovalStatus, number>>

/** A document that can be fetched from its `url` as it is, for as long as `goodFor` says. */
export interface OpenDocument {
  url: string
  /** The same as others than this browser reach it: an external viewer. */
  publicUrl: string
  /** `null` if its kind cannot be told. */
  kind: DocumentKind | null
  /** Milliseconds after which another link is needed; null for an address that stays. */
  goodFor: number | null
}

/** `next` is null on the last page; `total` counts the whole list, null where `after` was given. */
export interface Page<R> {
  rows: readonly R[]
  next: string | null
  total: number | null
  /** There where the list has more rows than `total`, to which the host counted. */
  totalIsExact?: false
}

/** What of the trail to read; each given field narrows it. */
export interface AuditFilter {
  subject?: { kind: AuditSubject; id: string } | undefined
  /** The e-mail of who acted, or the name of what did. */
  person?: string | undefined
  kind?: AuditKind | undefined
  /** Of this span alone, its end not included. */
  span?: Span | undefined
  /** Every word of it in person, subject or reason. */
  search?: string | undefined
}

export interface AuditRequest extends PageRequest {
  filter: AuditFilter
}

/** An OTP that was sent. */
export interface OtpChallenge {
  id: string
  /** The OTP, where the browser compares it (§5.2) or no SMS was sent; else null. */
  otp: string | null
}

/** Super Admin mode (§4.1). */
export interface Elevation {
  /** Goes with the calls that override or delete; null on a plain host. */
  grant: string | null
  /** Epoch milliseconds on the host's clock; null where it does not end by itself. */
  expiresAt: number | null
}

/** The counts of the dashboard (§2.4). */
export interface Summary {
  users: number
  bookings: number
  partners: number
  /** By the status as it is stored; one without bookings may be missing. */
  bookingsByStatus: Readonly<Record<string, number>>
  /** The lists that could not be fetched: they count 0, as §7 has it. */
  failed: readonly ListName[]
}

/** The lists that the dashboard counts and searches. */
export type ListName = 'users' | 'bookings' | 'partners'

/** How many of each kind a search answers. */
export const MAX_FOUND = 5

/** How many records of each list the debug data holds. */
export const MAX_DEBUGGED = 20

type FirstRecords = Readonly<Record<ListName, readonly JsonObject[]>>

/** What a search finds (§2.4). */
export interface Found {
  users: readonly User[]
  bookings: readonly Booking[]
  partners: readonly Partner[]
  /** The lists that could not be searched: nothing is found in them. */
  failed: readonly ListName[]
}

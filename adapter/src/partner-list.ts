import type { PageRequest } from '@mandap/contract/codec/page.ts'
import type { PagedPartners } from '@mandap/contract/codec/partners.ts'
import { type PartnerIndex, partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import {
  approvedNameTiers,
  foundPartnerTiers,
  listedTiers,
  MAX_NAMES,
  partnersInApproval,
} from '@mandap/domain/partner/list.ts'
import { APPROVAL_STATUSES, type ApprovalStatus } from '@mandap/domain/partner/tab.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { maskPersonalNumbers } from '@mandap/domain/partner/personal-record.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import { type Condition, nothing } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { firstMatches } from './first-matches.ts'
import type { Page } from './page.ts'
import { inTiers, type NamedEntry, pageByName } from './page-by-name.ts'
import { readRecordBytes } from './record-bytes.ts'

/** All partners of a host, to which the rules of the lists apply. Returns them with masked personal numbers. */
export interface PartnerList {
  readonly count: number
  page(listing: PagedPartners, request: PageRequest): Page
  /** Returns every partner of a list, in its order. */
  all(listing: PagedPartners): Iterable<JsonObject>
  approvalCounts(search: string): Record<ApprovalStatus, number>
  /** Returns the first distinct names of approved partners that a search finds, in order. */
  approvedNames(search: string): string[]
  /** Returns the first partners that a search finds (§5.5), by name. */
  found(text: string, limit: number): JsonObject[]
  /** Removes a deleted partner. */
  remove(id: string): void
  /** Replaces a decided partner. A decision changes neither the name nor the order. */
  replace(record: JsonObject): void
}

export async function readPartnerList(
  call: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<PartnerList> {
  const indexFields: PartnerIndex[] = []
  const records = await readRecordBytes(call, bytes, (record) => {
    indexFields.push(partnerIndex(partnerFrom(record)))
  })
  const replaced = new Map<number, JsonObject>()
  let named = indexFields
    .map((value, position) => ({ value, position }))
    .toSorted((a, b) => byName(a.value, b.value))
  // scrolling reads several pages of the same list
  let last: { key: string; found: readonly NamedEntry[] } | null = null

  const partnerAt = (position: number) =>
    maskPersonalNumbers(replaced.get(position) ?? records.json(position))
  const chosen = (condition: Condition<PartnerIndex>) =>
    named.filter(({ value }) => matches(condition, value))

  return {
    get count() {
      return named.length
    },

    page(listing, request) {
      const key = JSON.stringify(listing)
      if (last?.key !== key) last = { key, found: inTiers(named, tiersOf(listing)) }
      return pageByName(last.found, request, partnerAt)
    },

    *all(listing) {
      for (const { position } of inTiers(named, tiersOf(listing))) yield partnerAt(position)
    },

    approvalCounts(search) {
      const counts = Object.fromEntries(APPROVAL_STATUSES.map((status) => [status, 0])) as Record<
        ApprovalStatus,
        number
      >
      for (const { value } of chosen(partnersInApproval(search)))
        counts[value.status as ApprovalStatus] += 1
      return counts
    },

    approvedNames(search) {
      const first = new Map<string, number>()
      for (const { value, position } of inTiers(named, approvedNameTiers(search)))
        if (!first.has(value.name)) first.set(value.name, position)
      return [...first.values()]
        .slice(0, MAX_NAMES)
        .map((position) => partnerFrom(partnerAt(position)).name)
    },

    found: (text, limit) =>
      firstMatches(named, ({ value }) => value, foundPartnerTiers(text), limit).map(
        ({ position }) => partnerAt(position),
      ),

    remove(id) {
      // a host may list a partner twice
      named = named.filter(({ value }) => value.id !== id)
      last = null
    },

    replace(record) {
      const changed = partnerIndex(partnerFrom(record))
      for (const entry of named) {
        if (entry.value.id !== changed.id) continue
        entry.value = changed
        replaced.set(entry.position, record)
      }
      last = null
    },
  }
}

function tiersOf(listing: PagedPartners): readonly Condition<PartnerIndex>[] {
  switch (listing.list) {
    case 'deleted':
      // a plain host keeps no deleted partners
      return [nothing()]
    default:
      return listedTiers(listing)
  }
}

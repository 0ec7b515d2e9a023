import { type PartnerIndex, partnerIndex } from '@mandap/domain/partner/index-fields.ts'
import {
  approvedPartners,
  partnersFound,
  type PartnerListing,
  partnersInApproval,
  partnersListed,
} from '@mandap/domain/partner/list.ts'
import { byName } from '@mandap/domain/text/by-name.ts'
import { type Partner, partnerFrom } from '@mandap/domain/partner/partner.ts'
import type { Condition } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { Page, PartnerCounts, PartnersRequest } from '../host.ts'
import { approvalCounts } from '../partner-counts.ts'
import { maskedPartner } from '../records.ts'
import { firstFound } from './first-found.ts'
import { pageByName } from './page-by-name.ts'
import { firstOf, readRecordBytes } from './record-bytes.ts'

/** All partners of a host without query parameters, with the rules of their lists applied here. */
export interface PartnerList {
  readonly count: number
  page(request: PartnersRequest): Page<Partner>
  /** Every partner of a list, in its order. */
  all(listing: PartnerListing): Iterable<Partner>
  approvalCounts(search: string): PartnerCounts
  approvedNames(): string[]
  /** The first that a search finds (§5.5), by name. */
  found(text: string, most: number): Partner[]
  /** The first records as they came. */
  first(most: number): JsonObject[]
  /** Leaves a deleted partner out. */
  remove(id: string): void
  /** Takes a decided partner in; a decision leaves the name, and so the order, as it was. */
  replace(record: JsonObject): void
}

export async function readPartnerList(bytes: AsyncIterable<Uint8Array>): Promise<PartnerList> {
  const indexFields: PartnerIndex[] = []
  const records = await readRecordBytes(bytes, (record) => {
    indexFields.push(partnerIndex(partnerFrom(record)))
  })
  const replaced = new Map<number, JsonObject>()
  const placed = indexFields
    .map((value, place) => ({ value: value, place }))
    .toSorted((a, b) => byName(a.value, b.value))
  // scrolling asks for the list that it is in, again and again
  let last: { key: string; found: typeof placed } | null = null

  const partnerAt = (place: number) => maskedPartner(replaced.get(place) ?? records.json(place))
  const chosen = (condition: Condition<PartnerIndex>) =>
    placed.filter(({ value }) => matches(condition, value))

  const removed = new Set<string>()

  return {
    get count() {
      return indexFields.length - removed.size
    },

    page({ listing, ...request }) {
      const key = JSON.stringify(listing)
      if (last?.key !== key) last = { key, found: chosen(partnersListed(listing)) }
      return pageByName(last.found, request, partnerAt)
    },

    *all(listing) {
      for (const { place } of chosen(partnersListed(listing))) yield partnerAt(place)
    },

    approvalCounts(search) {
      const byStatus: Record<string, number> = {}
      for (const { value } of chosen(partnersInApproval(search)))
        byStatus[value.status] = (byStatus[value.status] ?? 0) + 1
      return approvalCounts((status) => byStatus[status] ?? 0)
    },

    approvedNames() {
      const names = new Map<string, string>()
      for (const { value, place } of chosen(approvedPartners))
        if (value.name !== '' && !names.has(value.name))
          names.set(value.name, partnerAt(place).name)
      return [...names.values()]
    },

    first: (most) => firstOf(records, most),

    found: (text, most) =>
      firstFound(placed, ({ value }) => value, partnersFound(text), most).map(({ place }) =>
        partnerAt(place),
      ),

    remove(id) {
      if (indexFields.some((value) => value.id === id)) removed.add(id)
      const at = placed.findIndex(({ value }) => value.id === id)
      if (at !== -1) placed.splice(at, 1)
      last = null
    },

    replace(record) {
      const changed = partnerIndex(partnerFrom(record))
      for (const entry of placed) {
        if (entry.value.id !== changed.id) continue
        entry.value = changed
        replaced.set(entry.place, record)
      }
      last = null
    },
  }
}

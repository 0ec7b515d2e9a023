import { type PartnerFacts, partnerFacts } from '@mandap/domain/partner/facts.ts'
import {
  approvedPartners,
  partnersFound,
  type PartnerListing,
  partnersInApproval,
  partnersListed,
} from '@mandap/domain/partner/list.ts'
import { byName } from '@mandap/domain/rule/by-name.ts'
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
  const facts: PartnerFacts[] = []
  const records = await readRecordBytes(bytes, (record) => {
    facts.push(partnerFacts(partnerFrom(record)))
  })
  const replaced = new Map<number, JsonObject>()
  const placed = facts
    .map((fact, place) => ({ fact, place }))
    .toSorted((a, b) => byName(a.fact, b.fact))
  // scrolling asks for the list that it is in, again and again
  let last: { key: string; found: typeof placed } | null = null

  const partnerAt = (place: number) => maskedPartner(replaced.get(place) ?? records.json(place))
  const chosen = (condition: Condition<PartnerFacts>) =>
    placed.filter(({ fact }) => matches(condition, fact))

  const removed = new Set<string>()

  return {
    get count() {
      return facts.length - removed.size
    },

    page({ listing, ...stretch }) {
      const key = JSON.stringify(listing)
      if (last?.key !== key) last = { key, found: chosen(partnersListed(listing)) }
      return pageByName(last.found, stretch, partnerAt)
    },

    *all(listing) {
      for (const { place } of chosen(partnersListed(listing))) yield partnerAt(place)
    },

    approvalCounts(search) {
      const byStatus: Record<string, number> = {}
      for (const { fact } of chosen(partnersInApproval(search)))
        byStatus[fact.status] = (byStatus[fact.status] ?? 0) + 1
      return approvalCounts((status) => byStatus[status] ?? 0)
    },

    approvedNames() {
      const names = new Map<string, string>()
      for (const { fact, place } of chosen(approvedPartners))
        if (fact.name !== '' && !names.has(fact.name)) names.set(fact.name, partnerAt(place).name)
      return [...names.values()]
    },

    first: (most) => firstOf(records, most),

    found: (text, most) =>
      firstFound(placed, ({ fact }) => fact, partnersFound(text), most).map(({ place }) =>
        partnerAt(place),
      ),

    remove(id) {
      if (facts.some((fact) => fact.id === id)) removed.add(id)
      const at = placed.findIndex(({ fact }) => fact.id === id)
      if (at !== -1) placed.splice(at, 1)
      last = null
    },

    replace(record) {
      const changed = partnerFacts(partnerFrom(record))
      for (const entry of placed) {
        if (entry.fact.id !== changed.id) continue
        entry.fact = changed
        replaced.set(entry.place, record)
      }
      last = null
    },
  }
}

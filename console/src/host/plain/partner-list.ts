import { type PartnerFacts, partnerFacts } from '@mandap/domain/partner/facts.ts'
import { approvedPartners, partnersWithWords } from '@mandap/domain/partner/list.ts'
import { byPartnerName } from '@mandap/domain/partner/order.ts'
import { type Partner, partnerFrom } from '@mandap/domain/partner/partner.ts'
import { all } from '@mandap/domain/rule/condition.ts'
import { matches } from '@mandap/domain/rule/matches.ts'
import type { Page, PartnersRequest } from '../host.ts'
import { readRecordBytes } from './record-bytes.ts'

/** All partners of a host without query parameters, with the rules of §2.12 applied here. */
export interface PartnerList {
  readonly count: number
  approvedPage(request: PartnersRequest): Page<Partner>
  approvedNames(): string[]
  /** Leaves a deleted partner out. */
  remove(id: string): void
}

export async function readPartnerList(bytes: AsyncIterable<Uint8Array>): Promise<PartnerList> {
  const facts: PartnerFacts[] = []
  const records = await readRecordBytes(bytes, (record) => {
    facts.push(partnerFacts(partnerFrom(record)))
  })
  const placed = facts
    .map((fact, place) => ({ fact, place }))
    .filter(({ fact }) => matches(approvedPartners, fact))
    .toSorted((a, b) => byPartnerName(a.fact, b.fact))

  const removed = new Set<string>()

  return {
    get count() {
      return facts.length - removed.size
    },

    approvedPage({ search, limit, after }) {
      const condition = all(approvedPartners, partnersWithWords(search))
      const found = placed.filter(({ fact }) => matches(condition, fact))
      const cursor = after === undefined ? null : cursorFrom(after)
      const rest = cursor ? found.filter(({ fact }) => byPartnerName(fact, cursor) > 0) : found
      const page = rest.slice(0, limit)
      const last = page.at(-1)?.fact
      return {
        rows: page.map(({ place }) => partnerFrom(records.json(place))),
        next: last && rest.length > limit ? JSON.stringify([last.name, last.id]) : null,
        total: cursor ? null : found.length,
      }
    },

    approvedNames() {
      const names = new Map<string, string>()
      for (const { fact, place } of placed)
        if (fact.name !== '' && !names.has(fact.name))
          names.set(fact.name, partnerFrom(records.json(place)).name)
      return [...names.values()]
    },

    remove(id) {
      if (facts.some((fact) => fact.id === id)) removed.add(id)
      const at = placed.findIndex(({ fact }) => fact.id === id)
      if (at !== -1) placed.splice(at, 1)
    },
  }
}

function cursorFrom(text: string): Pick<PartnerFacts, 'name' | 'id'> {
  const [name, id] = JSON.parse(text) as [string, string]
  return { name, id }
}

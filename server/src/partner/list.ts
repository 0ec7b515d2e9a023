import { decodePartnerListing } from '@mandap/contract/codec/decode-partners.ts'
import type { PagedPartners } from '@mandap/contract/codec/partners.ts'
import type { PartnerQuery } from '@mandap/contract/partner.ts'
import type { PartnerIndex } from '@mandap/domain/partner/index-fields.ts'
import {
  approvedNameTiers,
  listedTiers,
  MAX_NAMES,
  partnersInApproval,
  partnersListed,
  partnersWithWords,
} from '@mandap/domain/partner/list.ts'
import { APPROVAL_STATUSES, type ApprovalStatus } from '@mandap/domain/partner/tab.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import type { Condition } from '@mandap/domain/rule/condition.ts'
import { fold } from '@mandap/domain/text/text.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { NOTHING, type OneRow } from '../database/one-row.ts'
import { toSql } from '../database/rule-to-sql.ts'
import { BY_NAME, BY_TIER } from '../records/page.ts'
import { wireRecord } from '../records/read.ts'
import { hasShortParts, isShort } from '../records/search-text.ts'
import { COUNTERS } from '../counters/declaration.ts'
import { counterRows, rollUpWhenMany } from '../counters/read.ts'
import { wireDeletedPartner } from './delete.ts'
import { PARTNER } from './kind.ts'

/** A list of partners: its table, its condition, and the SQL of each record. */
export interface PartnerList {
  table: 'partner' | 'deleted_partner'
  condition: Condition<PartnerIndex>
  /** The condition in the parts that the list shows one after another (§5.5). */
  tiers: readonly Condition<PartnerIndex>[]
  record: RawBuilder<JsonObject>
  /** Whether a search narrows it. */
  isSearch: boolean
  /** The text that all its partners have, for the index of short texts. `''` if that index does not have it. */
  indexed: string
  /** The condition without the search, if counters know how many partners it selects. */
  unsearched?: Condition<PartnerIndex>
}

/** Returns the SQL of a list for `readPage`, and its order. */
export function chosenFrom(list: PartnerList, few: boolean) {
  const { condition, indexed, tiers } = list
  if (tiers.length < 2) {
    const where = few ? searchedByIndex(indexed, condition) : toSql(condition, PARTNER.columns)
    return { where, order: BY_NAME, few } as const
  }
  const parts = tiers.map(
    (tier, at) => sql`
      select id, ${String(at)}::text || name as name from partner
      where ${toSql(tier, PARTNER.columns)}`,
  )
  return { parts, order: BY_TIER, few: true } as const
}

/** Returns a condition that contains a search, in the form that an index of texts and one of the list support. */
function searchedByIndex(search: string, condition: Condition<PartnerIndex>): RawBuilder<boolean> {
  const found = toSql(condition, PARTNER.columns)
  return isShort(search) ? sql`${hasShortParts(search)} and ${found}` : found
}

/** Returns the list that a query describes. Throws a `QueryError` that names what is wrong with it. */
export function partnerList(query: PartnerQuery): PartnerList {
  return partnerListOf(decodePartnerListing(query))
}

/** Returns the rows of a list. */
export function partnerListOf(listing: PagedPartners): PartnerList {
  const search = listing.search ?? ''
  const isSearch = fold(search) !== ''
  switch (listing.list) {
    case 'deleted':
      return {
        table: 'deleted_partner',
        condition: partnersWithWords(search),
        tiers: [],
        record: wireDeletedPartner,
        isSearch,
        indexed: '',
      }
    default:
      return {
        table: 'partner',
        condition: partnersListed(listing),
        tiers: listedTiers(listing),
        record: wireRecord,
        isSearch,
        // the list of guests searches another text
        indexed: listing.list === 'guest' ? '' : search,
        unsearched: partnersListed({ ...listing, search: '' }),
      }
  }
}

/** Reads the number of partners in a list: from the counters, or by rows if there is a search. */
export function countPartners(db: Database, list: PartnerList): OneRow<number> {
  const { table, condition, indexed, isSearch } = list
  if (table === 'partner' && !isSearch) return countByCounters(db, condition)
  return {
    sql: sql`select count(*) as n from ${sql.table(table)} where ${searchedByIndex(indexed, condition)}`,
    columns: ['n'],
    valueOf: ({ n }) => n as number,
    needsOwnPlan: true,
  }
}

/** Reads the number of partners in a list without its search. It is null if it is not known. */
export function countUnsearched(
  db: Database,
  { unsearched }: PartnerList,
): OneRow<number> | OneRow<null> {
  return unsearched ? countByCounters(db, unsearched) : NOTHING
}

function countByCounters(db: Database, condition: Condition<PartnerIndex>): OneRow<number> {
  return {
    sql: sql`
      select coalesce(sum(n), 0)::bigint as n, coalesce(sum(delta), 0)::bigint as deltas
      from ${counterRows(COUNTERS.partners, 'partner_count')} counted
      where ${toSql(condition, PARTNER.columns)}`,
    columns: ['n', 'deltas'],
    async valueOf({ n, deltas }) {
      await rollUpWhenMany(db, COUNTERS.partners, deltas as number)
      return n as number
    },
  }
}

/** Returns how many partners of each status of the Approval Panel a search finds. */
export async function countByApproval(
  db: Database,
  search: string,
): Promise<Record<ApprovalStatus, number>> {
  const where = toSql(partnersInApproval(search), PARTNER.columns)
  const rows =
    fold(search) === ''
      ? await sumByStatus(db, where)
      : (
          await sql<{ key: string; n: number }>`
            select status as key, count(*) as n from partner where ${where} group by status
          `.execute(db)
        ).rows
  const counts = new Map(rows.map(({ key, n }) => [key, n]))
  return Object.fromEntries(
    APPROVAL_STATUSES.map((status) => [status, counts.get(status) ?? 0]),
  ) as Record<ApprovalStatus, number>
}

/** Sums the counters that satisfy a condition without a search, per status. */
async function sumByStatus(db: Database, where: RawBuilder<boolean>) {
  const { rows } = await sql<{ key: string; n: number; deltas: number }>`
    select status as key, sum(n)::bigint as n, sum(delta)::bigint as deltas
    from ${counterRows(COUNTERS.partners, 'partner_count')} counted
    where ${where} group by 1`.execute(db)
  await rollUpWhenMany(
    db,
    COUNTERS.partners,
    rows.reduce((sum, { deltas }) => sum + deltas, 0),
  )
  return rows
}

/**
 * Returns the first distinct names of approved partners that a search finds: those that begin with its text first. Names
 * that fold to the same text are one name.
 */
export async function approvedNames(db: Database, search: string): Promise<string[]> {
  const conditions = approvedNameTiers(search).map((tier, at) =>
    // the index of names has those that begin with the text
    at === 0 ? toSql(tier, PARTNER.columns) : searchedByIndex(search, tier),
  )
  const tiers = conditions.map(
    (where, at) => sql`(
      select distinct on (name) ${sql.lit(at)} as tier, name,
        -- only the fields that the name is read from
        jsonb_build_object('name', body -> 'name', 'PartnerName', body -> 'PartnerName') as named
      from partner where ${where} order by name, id limit ${MAX_NAMES}
    )`,
  )
  const { rows } = await sql<{ named: JsonObject }>`
    select named from (${sql.join(tiers, sql` union all `)}) found
    order by tier, name limit ${MAX_NAMES}`.execute(db)
  return rows.map(({ named }) => partnerFrom(named).name)
}

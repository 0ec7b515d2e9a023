import type { PARTNER_LISTS, PartnerQuery } from '@mandap/contract/partner.ts'
import type { PartnerFacts } from '@mandap/domain/partner/facts.ts'
import { approvedPartners, partnersWithWords } from '@mandap/domain/partner/list.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { all, type Condition, everything } from '@mandap/domain/rule/condition.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { toSql } from '../database/rule-to-sql.ts'
import type { Order } from '../record/page.ts'
import { PARTNER } from './kind.ts'

const LISTS: Record<(typeof PARTNER_LISTS)[number], Condition<PartnerFacts>> = {
  approved: approvedPartners,
}

type PartnerListName = keyof typeof LISTS

export const BY_NAME: Order = { name: 'name', column: 'name', type: 'string', descending: false }

/** Whether a page was asked for; else it is the plain list of §7. */
export function asksForPage({ list, search, limit, after }: PartnerQuery): boolean {
  return [list, search, limit, after].some((part) => part !== undefined)
}

/** The partners that a query asks for. */
export function partnersListed({ list, search = '' }: PartnerQuery): Condition<PartnerFacts> {
  return all(list ? LISTS[list] : everything(), partnersWithWords(search))
}

export async function countPartners(
  db: Database,
  condition: Condition<PartnerFacts>,
): Promise<number> {
  const { n } = await db
    .selectFrom('partner')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(toSql(condition, PARTNER.columns))
    .executeTakeFirstOrThrow()
  return n
}

/** The distinct names of a list's partners, in order; two that fold to one text are one name. */
export async function partnerNames(db: Database, list: PartnerListName): Promise<string[]> {
  const rows = await db
    .selectFrom('partner')
    .distinctOn('name')
    // only what a name is read from
    .select(
      sql`jsonb_build_object('name', body -> 'name', 'PartnerName', body -> 'PartnerName')`.as(
        'named',
      ),
    )
    .where(toSql(LISTS[list], PARTNER.columns))
    .where('name', '<>', '')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ named }) => partnerFrom(named).name)
}

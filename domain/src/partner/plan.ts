import type { Partner } from './partner.ts'

/** The plans and their base prices in Indian rupees (§9). */
export const PLANS = {
  PLAN130000: { price: 130_000 },
  PLAN70000: { price: 70_000 },
  PLAN82600: { price: 82_600, name: 'Standard' },
  PLAN154300: { price: 154_300, name: 'Premium' },
} as const satisfies Record<string, { price: number; name?: string }>

export type PlanCode = keyof typeof PLANS

/** The value of `companyEmail` that marks a guest partner (§3). */
export const GUEST = 'Guest'

const BADGED: readonly string[] = [GUEST, 'PLAN82600', 'PLAN154300']

/** Returns the badge of a partner's card, or `null` (§2.8). */
export function planBadge({ companyEmail }: Pick<Partner, 'companyEmail'>): string | null {
  return BADGED.includes(companyEmail) ? companyEmail : null
}

export function isGuest({ companyEmail }: Pick<Partner, 'companyEmail'>): boolean {
  return companyEmail === GUEST
}

/** Returns a partner's plan, or `null` for a guest, an e-mail address, or a code without a price. */
export function planOf({
  companyEmail: code,
}: Pick<Partner, 'companyEmail'>): { price: number; name?: string } | null {
  return Object.hasOwn(PLANS, code) ? PLANS[code as PlanCode] : null
}

/** Returns the plan's price times the number of selected services, in rupees (§2.13), or `null` without a plan. */
export function gstTotal(
  partner: Pick<Partner, 'companyEmail' | 'servicesSelected'>,
): number | null {
  const plan = planOf(partner)
  return plan && plan.price * partner.servicesSelected.length
}

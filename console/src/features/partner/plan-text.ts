import { planOf } from '@mandap/domain/partner/plan.ts'
import { rupees } from '../../ui/rupees.ts'

/** Returns the plan and the price of a plan code (§9): 'Standard · ₹82,600'. `null` if the code has no price. */
export function planMeaning(code: string): string | null {
  const plan = planOf({ companyEmail: code })
  if (!plan) return null
  const price = rupees(plan.price)
  return plan.name ? `${plan.name} · ${price}` : price
}

/** Returns a plan code with its plan and price: 'PLAN82600 · Standard · ₹82,600'. Any other text is unchanged. */
export function planText(code: string): string {
  const meaning = planMeaning(code)
  return meaning === null ? code : `${code} · ${meaning}`
}

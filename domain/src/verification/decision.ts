import { clean } from '../text/text.ts'
import { type Action, actionsOf, ruleOf, STEPS, type Step, type StepItem } from './step.ts'

/** What an administrator decides on a step (§4.5). Items and reason go with reupload and decline. */
export interface Decision {
  step: Step
  action: Action
  items: readonly StepItem[]
  /** As typed. */
  reason: string
}

/** The body of PUT /partners/{id} (§7): the value twice, and the reason where one is owed. */
export type DecisionPayload = { status: string; reason?: string } & Partial<
  Record<'kycStatus' | 'cvStatus' | 'ipvStatus', string>
>

/** What stands in the way of a decision (§5.7), or `null`. */
export function decisionProblem({ step, action, items, reason }: Decision): string | null {
  const { label, items: offered } = ruleOf(step)
  if (!actionsOf(step).includes(action)) return `${label} has no such action.`
  if (action === 'approve') return null
  if (items.some((item) => !offered.includes(item))) return 'Select only items of this step.'
  const missing = missingIn({ step, action, items, reason })
  return missing.items ?? missing.reason ?? null
}

/** What a decision still lacks (§5.7), by where it is entered. */
export function missingIn({ step, action, items, reason }: Decision): {
  items?: string
  reason?: string
} {
  if (action === 'approve') return {}
  return {
    ...(ruleOf(step).items.length > 0 &&
      items.length === 0 && { items: 'Select at least one item.' }),
    ...(clean(reason) === '' && { reason: 'Enter a reason.' }),
  }
}

/** The call's body, to the letter (§4.5, §5.7, §7). Throws on a decision that has a problem. */
export function decisionPayload(decision: Decision): DecisionPayload {
  const problem = decisionProblem(decision)
  if (problem !== null) throw new RangeError(problem)
  const { field, actions } = ruleOf(decision.step)
  const status = actions[decision.action] ?? ''
  const payload = { status, [field]: status }
  return decision.action === 'approve' ? payload : { ...payload, reason: reasonText(decision) }
}

/** Reads a reason as `decisionPayload` writes it; what names no item of the step names none. */
export function readReason(step: Step, text: string): Pick<Decision, 'items' | 'reason'> {
  const [, named = '', typed = ''] = /^([A-Z, ]*):(.*)$/s.exec(text) ?? []
  const names = named.split(',').map((name) => name.trim().toLowerCase())
  const offered: readonly StepItem[] = STEPS[step].items
  const known = offered.filter((item) => names.includes(item))
  return known.length === 0 || known.length < names.length
    ? { items: [], reason: text }
    : { items: known, reason: typed }
}

/** 'AADHAR,VIDEO: text'; the text alone where the step has no items (§5.7). */
function reasonText({ step, items, reason }: Decision): string {
  const named = STEPS[step].items.filter((item) => items.includes(item))
  const text = clean(reason)
  return named.length === 0 ? text : `${named.join(',').toUpperCase()}: ${text}`
}

import type { PartnerStatus } from '../partner/status.ts'
import { clean, shown } from '../text/text.ts'
import {
  type Action,
  actionsOf,
  ruleOf,
  STEPS,
  type Step,
  type StepItem,
  type Verification,
} from './step.ts'

/** Maximum length of the reason of a decision with its items, in characters. */
export const MAX_REASON_LENGTH = 5000

/** Maximum length of the typed text, in characters: it still fits if all items of a step are selected. */
export const MAX_TYPED_REASON =
  MAX_REASON_LENGTH - Math.max(...Object.values(STEPS).map(({ items }) => itemsText(items).length))

/** A decision on a step (§4.5). Reupload and decline need items and a reason (§5.7). */
export interface Decision {
  step: Step
  action: Action
  items: readonly StepItem[]
  /** The typed text. */
  reason: string
}

/** The body of `PUT /partners/{id}` (§7): the value in two fields, and the reason of reupload and decline. */
export type DecisionPayload = { status: PartnerStatus; reason?: string } & Partial<
  Record<'kycStatus' | 'cvStatus' | 'ipvStatus', PartnerStatus>
>

/** Returns why a decision is invalid (§5.7), or `null`. */
export function decisionProblem({ step, action, items, reason }: Decision): string | null {
  const { label, items: offered } = ruleOf(step)
  if (!actionsOf(step).includes(action)) return noAction(label)
  if (action === 'approve') return null
  if (items.some((item) => !offered.includes(item))) return 'Select only items of this step.'
  const missing = missingIn({ step, action, items, reason })
  return missing.items ?? missing.reason ?? null
}

/** Returns what a decision still lacks (§5.7): a message for the items, one for the reason. */
export function missingIn({ step, action, items, reason }: Decision): {
  items?: string
  reason?: string
} {
  if (action === 'approve') return {}
  return {
    ...(ruleOf(step).items.length > 0 &&
      items.length === 0 && { items: 'Select at least one item.' }),
    ...(shown(reason) === '' && { reason: 'Enter a reason.' }),
  }
}

/** Returns the body of the call (§4.5, §5.7, §7). Throws a RangeError if the decision is invalid. */
export function decisionPayload(decision: Decision): DecisionPayload {
  const problem = decisionProblem(decision)
  if (problem !== null) throw new RangeError(problem)
  const payload = writtenBy(decision.step, decision.action)
  return decision.action === 'approve' ? payload : { ...payload, reason: reasonText(decision) }
}

/** Returns a partner as it is after a decision on a step (§4.5). Throws a RangeError if the step has no such action. */
export function decidedPartner<P extends Verification>(partner: P, step: Step, action: Action): P {
  return { ...partner, ...writtenBy(step, action) }
}

/** Returns the fields that an action writes. Throws a RangeError if the step has no such action. */
function writtenBy(step: Step, action: Action): DecisionPayload {
  const { label, field, actions } = ruleOf(step)
  const status = actions[action]
  if (status === undefined) throw new RangeError(noAction(label))
  return { status, [field]: status }
}

function noAction(label: string): string {
  return `${label} has no such action.`
}

/** Reads a reason that `decisionPayload` wrote. A text that does not begin with items of the step has none. */
export function readReason(step: Step, text: string): Pick<Decision, 'items' | 'reason'> {
  const [, named = '', typed = ''] = /^([A-Z, ]*):(.*)$/s.exec(text) ?? []
  const names = named.split(',').map((name) => name.trim().toLowerCase())
  const offered: readonly StepItem[] = STEPS[step].items
  const known = offered.filter((item) => names.includes(item))
  return known.length === 0 || known.length < names.length
    ? { items: [], reason: text }
    : { items: known, reason: typed }
}

/** Returns 'AADHAR,VIDEO: text', or the text alone if the step has no items (§5.7). */
function reasonText({ step, items, reason }: Decision): string {
  const named = STEPS[step].items.filter((item) => items.includes(item))
  return `${itemsText(named)}${clean(reason)}`
}

/** Returns 'AADHAR,VIDEO: ', or '' without items. */
function itemsText(named: readonly StepItem[]): string {
  return named.length === 0 ? '' : `${named.join(',').toUpperCase()}: `
}

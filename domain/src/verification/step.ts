import type { Partner } from '../partner/partner.ts'
import { isGuest } from '../partner/plan.ts'

export type Action = 'approve' | 'reupload' | 'decline'

interface StepRule {
  label: string
  field: 'kycStatus' | 'cvStatus' | 'ipvStatus'
  actions: Partial<Record<Action, string>>
  items: readonly string[]
  /** The status of a partner for whom the step comes next; it has one where documents can come again. */
  awaits?: string
}

/** The verification steps (§4.5), in order: their status field and the value each action writes. */
export const STEPS = {
  onlineKyc: {
    label: 'Online KYC',
    field: 'kycStatus',
    actions: { approve: 'AKYC', reupload: 'RKYC', decline: 'DKYC' },
    items: ['aadhar', 'pancard', 'video'],
    awaits: 'pending',
  },
  companyVerification: {
    label: 'Company Verification',
    field: 'cvStatus',
    actions: { approve: 'ACV', reupload: 'RCV', decline: 'DCV' },
    items: ['gst', 'cin'],
    awaits: 'AKYC',
  },
  inPerson: {
    label: 'In-Person Verification',
    field: 'ipvStatus',
    actions: { approve: 'approved', decline: 'decline' },
    items: [],
  },
} as const satisfies Record<string, StepRule>

export type Step = keyof typeof STEPS
export type StepItem = (typeof STEPS)[Step]['items'][number]

/** A step's rule by its name, without its literal types. */
export function ruleOf(step: Step): StepRule {
  return STEPS[step]
}

/** What a partner's verification stands at. */
export type Verification = Pick<
  Partner,
  'status' | 'kycStatus' | 'cvStatus' | 'ipvStatus' | 'companyEmail'
>

const ORDER = Object.keys(STEPS) as Step[]

// a step left in one of these does not open the next
const HALTS: readonly string[] = ['RKYC', 'RCV', 'DKYC', 'DCV']

/** The steps a partner takes; a guest has no company step (§2.9). */
export function stepsOf(partner: Pick<Partner, 'companyEmail'>): Step[] {
  return ORDER.filter((step) => step !== 'companyVerification' || !isGuest(partner))
}

/** The actions a step offers, in the order of their buttons (§2.10). */
export function actionsOf(step: Step): Action[] {
  return Object.keys(STEPS[step].actions) as Action[]
}

/** Whether a step has been decided: its own status is one of its valid list (§4.5). */
export function isProcessed(partner: Verification, step: Step): boolean {
  const { field, actions } = ruleOf(step)
  return Object.values(actions).includes(partner[field])
}

/** Why a step's card is closed (§4.5), or `null` when it is accessible. */
export function whyClosed(partner: Verification, step: Step, superAdmin: boolean): string | null {
  const steps = stepsOf(partner)
  const place = steps.indexOf(step)
  if (place === -1) return 'A guest partner has no company verification.'
  // a guest has no company step, so in-person follows online KYC
  const previous = steps[place - 1]
  if (previous === undefined || superAdmin || partner.status === 'decline') return null
  const { label, field } = STEPS[previous]
  if (!isProcessed(partner, previous)) return `${label} comes first.`
  if (!HALTS.includes(partner[field])) return null
  return partner[field].startsWith('R')
    ? `${label} waits for documents to be uploaded again.`
    : `${label} was declined.`
}

/** Why a step's actions are disabled (§4.5), or `null` when they can be taken. */
export function whyDisabled(partner: Verification, step: Step, superAdmin: boolean): string | null {
  const closed = whyClosed(partner, step, superAdmin)
  if (closed !== null) return closed
  if (superAdmin || !isProcessed(partner, step)) return null
  return `${STEPS[step].label} has been decided. A Super Admin can change it.`
}

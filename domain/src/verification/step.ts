import type { Partner } from '../partner/partner.ts'
import { isGuest } from '../partner/plan.ts'
import { ERASED_PARTNER, ERASED_STATUS, type PartnerStatus } from '../partner/status.ts'

export type Action = 'approve' | 'reupload' | 'decline'

interface StepRule {
  label: string
  field: 'kycStatus' | 'cvStatus' | 'ipvStatus'
  actions: Partial<Record<Action, PartnerStatus>>
  items: readonly string[]
  /** The partner's status before this step is decided. Only steps that offer reupload have one. */
  awaits?: PartnerStatus
}

/** The verification steps in order (§4.5). `actions` has the value that each action writes to `field`. */
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

/** Returns a step's rule without its literal types. */
export function ruleOf(step: Step): StepRule {
  return STEPS[step]
}

/** What each action decides, in plain words. */
export const DECISIONS = {
  approve: 'Approved',
  reupload: 'Re-upload requested',
  decline: 'Declined',
} as const satisfies Record<Action, string>

/** Returns the decision that a status code stands for (§4.5): 'Re-upload requested' for RKYC. `null` if it is none. */
export function decisionOf(status: string): (typeof DECISIONS)[Action] | null {
  for (const step of ORDER) {
    const action = actionOf(step, status)
    if (action) return DECISIONS[action]
  }
  return null
}

/** The fields of a partner that verification depends on. */
export type Verification = Pick<
  Partner,
  'status' | 'kycStatus' | 'cvStatus' | 'ipvStatus' | 'companyEmail'
>

const ORDER = Object.keys(STEPS) as Step[]

// with one of these values, a step does not open the next one
const BLOCKING: readonly string[] = ['RKYC', 'RCV', 'DKYC', 'DCV'] satisfies PartnerStatus[]

/** Returns the steps of a partner. A guest has no company verification (§2.9). */
export function stepsOf(partner: Pick<Partner, 'companyEmail'>): Step[] {
  return ORDER.filter((step) => step !== 'companyVerification' || !isGuest(partner))
}

/** Returns the actions of a step in the order of their buttons (§2.10). */
export function actionsOf(step: Step): Action[] {
  return Object.keys(STEPS[step].actions) as Action[]
}

/** Returns the action that writes a status to a step's field (§4.5), or `null`. */
export function actionOf(step: Step, status: string): Action | null {
  const { actions } = ruleOf(step)
  return actionsOf(step).find((action) => actions[action] === status) ?? null
}

/** Returns whether a step is decided: its field has one of the step's values (§4.5). */
export function isDecided(partner: Verification, step: Step): boolean {
  return actionOf(step, partner[STEPS[step].field]) !== null
}

/** Returns whether a re-upload was requested for a step and has not arrived. */
export function awaitsDocuments(partner: Verification, step: Step): boolean {
  return actionOf(step, partner[STEPS[step].field]) === 'reupload'
}

/** Returns why a step is not accessible (§4.5), or `null` if it is. */
export function whyClosed(partner: Verification, step: Step, superAdmin: boolean): string | null {
  if (partner.status === ERASED_STATUS) return ERASED_PARTNER
  const steps = stepsOf(partner)
  const index = steps.indexOf(step)
  if (index === -1) return 'A guest partner has no company verification.'
  const previous = steps[index - 1]
  if (previous === undefined || superAdmin || partner.status === 'decline') return null
  const { label, field } = STEPS[previous]
  if (!isDecided(partner, previous)) return `Decide ${label} first.`
  if (!BLOCKING.includes(partner[field])) return null
  return awaitsDocuments(partner, previous)
    ? `${label} is waiting for new documents.`
    : `${label} was declined.`
}

/** Returns why a step's actions are disabled (§4.5), or `null` if they are enabled. */
export function whyDisabled(partner: Verification, step: Step, superAdmin: boolean): string | null {
  const closed = whyClosed(partner, step, superAdmin)
  if (closed !== null) return closed
  if (superAdmin || !isDecided(partner, step)) return null
  return `${STEPS[step].label} is already decided. Only a Super Admin can change it.`
}

/** The statuses of a partner whose verification was decided: no document is awaited, and no step is open. */
export const DECIDED_STATUSES = [
  'approved',
  'decline',
  'DKYC',
  'DCV',
] as const satisfies readonly PartnerStatus[]

/**
 * Returns the step to decide next without Super Admin mode, or `null`: nothing is due while new documents are awaited,
 * after a decline, and after the approval of the partner.
 */
export function dueStep(partner: Verification): Step | null {
  if (partner.status === 'approved' || partner.status === 'decline') return null
  for (const step of stepsOf(partner)) {
    if (whyDisabled(partner, step, false) === null) return step
    // otherwise a later step that was approved before would make the one after it due
    if (BLOCKING.includes(partner[STEPS[step].field])) return null
  }
  return null
}

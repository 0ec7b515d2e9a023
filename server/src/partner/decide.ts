import type { StepUpdate } from '@mandap/contract/partner.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { STEPS, type Step, whyDisabled } from '@mandap/domain/verification/step.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { Problem } from '../problem.ts'

/**
 * The stored partner with a step decided (§4.5). Throws a `Problem` where the update is not one
 * decision, or where the step is closed or decided and there is no Super Admin grant.
 */
export function decidedPartner(
  stored: JsonObject,
  update: StepUpdate,
  superAdmin: boolean,
): JsonObject {
  const step = stepOf(update)
  refuseBadReason(step, update)
  const why = whyDisabled(partnerFrom(stored), step, superAdmin)
  if (why !== null) throw new Problem(403, 'STEP_CLOSED', why)
  return { ...stored, ...update }
}

function stepOf(update: StepUpdate): Step {
  const steps = (Object.keys(STEPS) as Step[]).filter(
    (step) => update[STEPS[step].field] !== undefined,
  )
  const [step] = steps
  if (step === undefined || steps.length > 1)
    throw invalid('kycStatus', 'Send one of kycStatus, cvStatus and ipvStatus.')
  const { field } = STEPS[step]
  if (update.status !== update[field])
    throw invalid('status', `status must have the same value as ${field}.`)
  return step
}

function refuseBadReason(step: Step, { status, reason }: StepUpdate) {
  const approves = status === STEPS[step].actions.approve
  if (approves && reason !== undefined)
    throw invalid('reason', 'A reason goes with re-upload and decline, not with approval.')
  if (!approves && reason === undefined) throw invalid('reason', 'Enter a reason.')
}

function invalid(field: string, message: string): Problem {
  return new Problem(400, 'INVALID', message, field)
}

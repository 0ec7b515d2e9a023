import type { StepUpdate } from '@mandap/contract/partner.ts'
import { partnerFrom } from '@mandap/domain/partner/partner.ts'
import { decisionProblem, readReason } from '@mandap/domain/verification/decision.ts'
import { actionOf, STEPS, type Step, whyDisabled } from '@mandap/domain/verification/step.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { HttpError, invalid } from '../http/http-error.ts'
import type { Changed } from '../records/change.ts'
import { type Elevation, elevationRequired } from '../super-admin/elevation.ts'

/**
 * Returns the stored partner with a step decided (§4.5). Throws an `HttpError` if the update is not one
 * decision, or the step is closed or decided: `ELEVATION_REQUIRED` if a Super Admin could decide it,
 * otherwise `STEP_CLOSED`. Reads the grant only if it is needed.
 */
export async function decidedPartner(
  stored: JsonObject,
  update: StepUpdate,
  findElevation: () => Promise<Elevation | null>,
): Promise<Changed> {
  const step = stepOf(update)
  refuseBadReason(step, update)
  const partner = partnerFrom(stored)
  const why = whyDisabled(partner, step, false)
  const body = { ...stored, ...update }
  const { field } = STEPS[step]
  // also if they stay as they are, so that the entry names the step and the action
  const after = { status: update.status, [field]: update[field] }
  const audit = { kind: 'decide', reason: update.reason, after } as const
  if (why === null) return { body, audit }
  if (whyDisabled(partner, step, true) !== null) throw new HttpError(403, 'STEP_CLOSED', why)
  const elevation = await findElevation()
  if (!elevation) throw elevationRequired(why)
  return { body, audit: { ...audit, elevation: elevation.number } }
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
  // the contract allows only the values of the step's actions
  const action = actionOf(step, status) ?? 'decline'
  if (action === 'approve' && reason !== undefined)
    throw invalid('reason', 'Send a reason with reupload and decline only.')
  const problem = decisionProblem({ step, action, ...readReason(step, reason ?? '') })
  if (problem !== null) throw invalid('reason', problem)
}

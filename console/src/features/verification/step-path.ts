import { paths } from '../navigation/paths.ts'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { dueStep, type Step, stepsOf, whyClosed } from '@mandap/domain/verification/step.ts'

const PATHS: Record<Step, (id: string) => string> = {
  onlineKyc: paths.onlineKyc,
  companyVerification: paths.companyKyc,
  inPerson: paths.inPerson,
}

/** Returns the path of the screen of a step (§2.1), or of the hub if the partner does not take this step. */
export function stepPath(partner: Pick<Partner, 'id' | 'companyEmail'>, step: Step): string {
  return stepsOf(partner).includes(step) ? PATHS[step](partner.id) : paths.kycHub(partner.id)
}

/** Returns where the review of another partner goes on: at the same step, or if it is closed at the one that is due. */
export function reviewPath(partner: Partner, step: Step, superAdmin: boolean): string {
  const isOpen = whyClosed(partner, step, superAdmin) === null
  return stepPath(partner, isOpen ? step : (dueStep(partner) ?? step))
}

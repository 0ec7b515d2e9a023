import type { Partner } from '../partner/partner.ts'
import { DOCUMENTS } from './document.ts'
import { awaitsDocuments, ruleOf, STEPS, type Step, type Verification } from './step.ts'
import type { DocumentField } from './upload.ts'

/** The addresses of new documents by field. */
export type Documents = Partial<Record<DocumentField, string>>

/**
 * Returns the statuses that change when new documents arrive for steps at RKYC or RCV (§4.5). Such a step becomes
 * undecided. The partner's `status` goes back to the one before the step, unless it has changed since the request.
 */
export function afterReupload(
  partner: Verification,
  documents: Documents,
): Partial<Pick<Partner, 'status' | 'kycStatus' | 'cvStatus' | 'ipvStatus'>> {
  const changed: ReturnType<typeof afterReupload> = {}
  const steps = (Object.keys(STEPS) as Step[]).filter(
    (step) => awaitsDocuments(partner, step) && hasDocumentOf(step, documents),
  )
  for (const step of steps) {
    const { field, actions, awaits } = ruleOf(step)
    changed[field] = ''
    if (awaits !== undefined && partner.status === actions.reupload) changed.status = awaits
  }
  return changed
}

function hasDocumentOf(step: Step, documents: Documents): boolean {
  return STEPS[step].items.some((item) => documents[DOCUMENTS[item].field] !== undefined)
}

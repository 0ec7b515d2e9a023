import type { Partner } from '../partner/partner.ts'
import { DOCUMENTS } from './document.ts'
import { ruleOf, STEPS, type Step, type Verification } from './step.ts'
import type { DocumentField } from './upload.ts'

/** New addresses of a partner's documents. */
export type Documents = Partial<Record<DocumentField, string>>

/**
 * What becomes of a partner's statuses when documents come that were asked for again (§4.5): the step is
 * undecided once more, and the partner stands where they stood before it. Only steps that wait for such
 * documents change, and a status that something else has set since stays.
 */
export function afterReupload(
  partner: Verification,
  documents: Documents,
): Partial<Pick<Partner, 'status' | 'kycStatus' | 'cvStatus'>> {
  const steps = (Object.keys(STEPS) as Step[]).filter(
    (step) => awaitsDocuments(partner, step) && bringsDocumentOf(step, documents),
  )
  return Object.assign(
    {},
    ...steps.map((step) => {
      const { field, actions, awaits } = ruleOf(step)
      return { [field]: '', ...(partner.status === actions.reupload && { status: awaits }) }
    }),
  )
}

/** Whether documents of a step were asked for again and have not come. */
export function awaitsDocuments(partner: Verification, step: Step): boolean {
  const { field, actions } = ruleOf(step)
  return actions.reupload !== undefined && partner[field] === actions.reupload
}

function bringsDocumentOf(step: Step, documents: Documents): boolean {
  return STEPS[step].items.some((item) => documents[DOCUMENTS[item].field] !== undefined)
}

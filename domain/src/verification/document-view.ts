import type { Partner } from '../partner/partner.ts'
import { DOCUMENTS } from './document.ts'
import { STEPS, type Step, type StepItem } from './step.ts'

/** Milliseconds for which a document must be in view before it counts as looked at. */
export const LOOK_MS = 1000

/** Whether a document of the open step was looked at, failed to load, or was destroyed. */
export type DocumentView = 'seen' | 'failed' | 'destroyed'

/** Why a document was not seen before an approval. */
export const NOT_SEEN = {
  missing: 'not uploaded',
  failed: 'could not be loaded',
  destroyed: 'kept no longer',
  unseen: 'not looked at',
} as const

export interface DocumentNotSeen {
  item: StepItem
  label: string
  why: keyof typeof NOT_SEEN
}

/**
 * Returns, in their order, the documents of a step that are missing, failed to load, were destroyed, or were not looked
 * at.
 */
export function documentsNotSeen(
  step: Step,
  partner: Pick<Partner, (typeof DOCUMENTS)[StepItem]['field']>,
  viewOf: (item: StepItem) => DocumentView | null,
): DocumentNotSeen[] {
  const items: readonly StepItem[] = STEPS[step].items
  return items.flatMap((item) => {
    const { label, field } = DOCUMENTS[item]
    if (partner[field] === '') return { item, label, why: 'missing' }
    const view = viewOf(item)
    return view === 'seen' ? [] : { item, label, why: view ?? 'unseen' }
  })
}

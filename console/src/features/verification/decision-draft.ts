import { maskNumbersIn } from '@mandap/domain/partner/personal-number.ts'
import { DOCUMENTS } from '@mandap/domain/verification/document.ts'
import type { StepItem } from '@mandap/domain/verification/step.ts'
import { isObject, readTexts } from '@mandap/domain/wire/read.ts'
import type { DraftKind } from '../draft/use-draft.ts'

/** The unsaved items and reason of a reupload or decline (§5.7). */
export interface DecisionDraft {
  items: readonly StepItem[]
  reason: string
}

export const EMPTY_DRAFT: DecisionDraft = { items: [], reason: '' }

/** The unsaved items and reason of a decision, and the decision itself. */
export interface ChosenDecisionDraft extends DecisionDraft {
  action: 'reupload' | 'decline' | null
}

export const DECISION_DRAFT: DraftKind<ChosenDecisionDraft> = {
  empty: { ...EMPTY_DRAFT, action: null },
  isTouched: ({ items, reason }) => items.length > 0 || reason.trim() !== '',
  stored: (draft) => ({ ...draft, reason: maskNumbersIn(draft.reason) }),
  from: (stored) => {
    if (!isObject(stored)) return null
    const { action, items, reason } = stored
    return {
      action: action === 'reupload' || action === 'decline' ? action : null,
      items: readTexts(items).filter(isItem),
      reason: typeof reason === 'string' ? reason : '',
    }
  },
}

function isItem(name: string): name is StepItem {
  return Object.hasOwn(DOCUMENTS, name)
}

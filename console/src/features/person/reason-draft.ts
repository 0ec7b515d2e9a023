import { maskNumbersIn } from '@mandap/domain/partner/personal-number.ts'
import type { DraftKind } from '../draft/use-draft.ts'

/** The unsaved reason of an export or an erasure. The confirmation of an erasure is never stored. */
export const REASON_DRAFT: DraftKind<string> = {
  empty: '',
  isTouched: (reason) => reason.trim() !== '',
  stored: maskNumbersIn,
  from: (stored) => (typeof stored === 'string' ? stored : null),
}

export const REASON_WAS_KEPT = 'The reason that you entered was kept.'

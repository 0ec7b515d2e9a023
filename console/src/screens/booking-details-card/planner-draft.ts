import type { AssignedPartner } from '@mandap/domain/booking/swap.ts'
import { isBlank, type ManualPartner } from '@mandap/domain/booking/manual-partner.ts'

/** What has been chosen and typed in the edit dialog (§2.6), and not yet saved. */
export interface PlannerDraft {
  way: 'existing' | 'manual'
  search: string
  picked: (AssignedPartner & { about: string }) | null
  manual: ManualPartner
}

export const EMPTY_DRAFT: PlannerDraft = {
  way: 'existing',
  search: '',
  picked: null,
  manual: {
    PartnerName: '',
    companyName: '',
    companyLocation: '',
    companyNumber: '',
    personalNumber: '',
    companyEmailId: '',
  },
}

/** Whether closing the dialog would lose something. */
export function isTouched({ search, picked, manual }: PlannerDraft): boolean {
  return search !== '' || picked !== null || !isBlank(manual)
}

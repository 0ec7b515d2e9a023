import type { Tone } from '../status/tone.ts'

/** The partner statuses (§4.5) with their labels and tones. */
export const PARTNER_STATUSES = {
  pending: { label: 'Pending', tone: 'warning' },
  AKYC: { label: 'KYC approved', tone: 'progress' },
  RKYC: { label: 'KYC re-upload requested', tone: 'warning' },
  DKYC: { label: 'KYC declined', tone: 'negative' },
  ACV: { label: 'Company verified', tone: 'progress' },
  RCV: { label: 'Company re-upload requested', tone: 'warning' },
  DCV: { label: 'Company declined', tone: 'negative' },
  decline: { label: 'Declined', tone: 'negative' },
  approved: { label: 'Approved', tone: 'positive' },
} as const satisfies Record<string, { label: string; tone: Tone }>

/** The status of a partner whose record was erased, who is in no list of the verification. */
export const ERASED_STATUS = 'erased'

/** Why nothing can be done with the record of an erased partner. */
export const ERASED_PARTNER = 'This person was erased, so the record cannot be changed.'

export type PartnerStatus = keyof typeof PARTNER_STATUSES

export function isPartnerStatus(status: string): status is PartnerStatus {
  return Object.hasOwn(PARTNER_STATUSES, status)
}

/** Returns the label of a status: the status itself if it is unknown, 'Unknown Status' if it is empty. */
export function partnerStatusLabel(status: string): string {
  if (isPartnerStatus(status)) return PARTNER_STATUSES[status].label
  if (status === ERASED_STATUS) return 'Erased'
  return status === '' ? 'Unknown Status' : status
}

export function partnerStatusTone(status: string): Tone {
  return isPartnerStatus(status) ? PARTNER_STATUSES[status].tone : 'neutral'
}

/** Returns the tone of a GST request's badge (§2.13): approved green, pending yellow, decline red, other blue. */
export function gstRequestTone(status: string): Tone {
  switch (status) {
    case 'approved':
      return 'positive'
    case 'pending':
      return 'warning'
    case 'decline':
      return 'negative'
    default:
      return 'info'
  }
}

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

export type PartnerStatus = keyof typeof PARTNER_STATUSES

export function isPartnerStatus(status: string): status is PartnerStatus {
  return Object.hasOwn(PARTNER_STATUSES, status)
}

/** Returns the label of a status: the status itself if it is unknown, 'Unknown Status' if it is empty. */
export function partnerStatusLabel(status: string): string {
  if (isPartnerStatus(status)) return PARTNER_STATUSES[status].label
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

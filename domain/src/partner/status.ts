import type { Tone } from '../status/tone.ts'

/** The partner statuses (§4.5) with the words and tones that staff read. */
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

/** The label of any status: a known one's own, any other raw, 'Unknown Status' if empty. */
export function partnerStatusLabel(status: string): string {
  if (isPartnerStatus(status)) return PARTNER_STATUSES[status].label
  return status === '' ? 'Unknown Status' : status
}

export function partnerStatusTone(status: string): Tone {
  return isPartnerStatus(status) ? PARTNER_STATUSES[status].tone : 'neutral'
}

/** The badge of a GST request (§2.13): approved green, pending yellow, decline red, other blue. */
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

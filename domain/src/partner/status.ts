import type { Tone } from '../rule/tone.ts'

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

/** The badge of a GST request (§2.13): approved green, pending yellow, decline red, other blue. */
export function gstRequestTone(status: string): Tone {
  const tones: Record<string, Tone> = {
    approved: 'positive',
    pending: 'warning',
    decline: 'negative',
  }
  return Object.hasOwn(tones, status) ? (tones[status] ?? 'info') : 'info'
}

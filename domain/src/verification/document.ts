import type { Partner } from '../partner/partner.ts'
import type { StepItem } from './step.ts'

/** The documents of the steps (§2.10) by their items (§5.7), with the field of their address. */
export const DOCUMENTS = {
  video: { label: 'Video', field: 'videoUrl' },
  aadhar: { label: 'Aadhar Card', field: 'aadharUrl' },
  pancard: { label: 'PAN Card', field: 'panCardUrl' },
  gst: { label: 'GST Certificate', field: 'gstCertificateUrl' },
  cin: { label: 'Incorporation Certificate', field: 'incorporationCertificateUrl' },
} as const satisfies Record<StepItem, { label: string; field: keyof Partner }>

/** The kinds of document by the endings of their addresses (§2.10). */
const ENDINGS = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp'],
  pdf: ['pdf'],
  office: ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'],
  video: ['mp4', 'm4v', 'mov', 'webm', 'ogv', 'avi', '3gp', 'mkv'],
} as const

export type DocumentKind = keyof typeof ENDINGS

/** How a document is shown (§2.10), by its decoded address without query or fragment; `null` if unknown. */
export function documentKind(url: string): DocumentKind | null {
  const [path = ''] = url.split(/[?#]/)
  const ending = /\.(\w+)$/.exec(decoded(path).trim())?.[1]?.toLowerCase() ?? ''
  const kinds = Object.keys(ENDINGS) as DocumentKind[]
  return kinds.find((kind) => (ENDINGS[kind] as readonly string[]).includes(ending)) ?? null
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

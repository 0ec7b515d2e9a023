import type { Partner } from '../partner/partner.ts'
import type { StepItem } from './step.ts'

/** The documents of the steps (§2.10) by their items (§5.7). `field` holds the document's address. */
export const DOCUMENTS = {
  video: { label: 'Video', field: 'videoUrl' },
  aadhar: { label: 'Aadhar Card', field: 'aadharUrl' },
  pancard: { label: 'PAN Card', field: 'panCardUrl' },
  gst: { label: 'GST Certificate', field: 'gstCertificateUrl' },
  cin: { label: 'Incorporation Certificate', field: 'incorporationCertificateUrl' },
} as const satisfies Record<StepItem, { label: string; field: keyof Partner }>

/** The endings of the addresses of each kind of document (§2.10). */
const ENDINGS = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp'],
  pdf: ['pdf'],
  office: ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'],
  video: ['mp4', 'm4v', 'mov', 'webm', 'ogv', 'avi', '3gp', 'mkv'],
} as const

export type DocumentKind = keyof typeof ENDINGS

/** Returns the kind of a document from the ending of its decoded path (§2.10), or `null` if it is unknown. */
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

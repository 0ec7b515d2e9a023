import type { Partner } from '@mandap/domain/partner/partner.ts'
import { isGuest } from '@mandap/domain/partner/plan.ts'
import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import { DOCUMENT_FIELDS, type DocumentField } from '@mandap/domain/verification/upload.ts'
import { recordId } from './record-id.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export interface Sample {
  /** The file name in the folder of sample documents. */
  file: string
  type: string
}

/** The sample files for the documents of every partner, by field. */
const SAMPLES: Readonly<Record<DocumentField, Sample>> = {
  videoUrl: { file: 'video.webm', type: 'video/webm' },
  aadharUrl: { file: 'aadhaar-card.png', type: 'image/png' },
  panCardUrl: { file: 'pan-card.png', type: 'image/png' },
  gstCertificateUrl: { file: 'gst-certificate.pdf', type: 'application/pdf' },
  incorporationCertificateUrl: { file: 'incorporation-certificate.pdf', type: 'application/pdf' },
}

/** The Word file that some companies send. */
const WORD: Sample = { file: 'incorporation-certificate.docx', type: DOCX }

export const SAMPLE_FILES = [...Object.values(SAMPLES), WORD].map(({ file }) => file)

/** Returns the sample file for the document of the partner with this index. */
export function sampleOf(partner: number, field: DocumentField): Sample {
  return field === 'incorporationCertificateUrl' && partner % 12 === 5 ? WORD : SAMPLES[field]
}

export function documentId(partner: number, field: DocumentField): string {
  return recordId('document', partner * DOCUMENT_FIELDS.length + DOCUMENT_FIELDS.indexOf(field))
}

/** Returns the fields of the documents that the partner with this index has submitted. */
export function documentsOf(
  index: number,
  partner: Partner,
): Partial<Record<DocumentField, string>> {
  const fields = DOCUMENT_FIELDS.filter((field) => isSubmitted(partner, field, index))
  return Object.fromEntries(
    fields.map((field) => [field, documentAddress(documentId(index, field))]),
  )
}

function isSubmitted(partner: Partner, field: DocumentField, index: number): boolean {
  const isOfCompany = field === 'gstCertificateUrl' || field === 'incorporationCertificateUrl'
  // a guest has no company verification, and a partner without a GST number has no GST certificate
  if (isOfCompany && isGuest(partner)) return false
  if (field === 'gstCertificateUrl' && partner.noGst) return false
  // an incomplete registration has at most an Aadhaar card
  if (partner.status === '') return field === 'aadharUrl' && index % 2 === 0
  // one in nine partners lacks a document when the review begins
  return !(partner.status === 'pending' && index % 9 === 4 && field === 'panCardUrl')
}

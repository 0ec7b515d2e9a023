import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Partner } from '@mandap/domain/partner/partner.ts'
import { isGuest } from '@mandap/domain/partner/plan.ts'
import { documentAddress } from '@mandap/domain/verification/document-address.ts'
import { DOCUMENT_FIELDS, type DocumentField } from '@mandap/domain/verification/upload.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { sql } from 'kysely'
import type { Database } from '../src/database/connection.ts'
import { SAMPLE_FOLDER } from '../src/document-store/sample.ts'
import { recordId } from './record-id.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The files that stand in for every partner's papers, by field. They are copied nowhere. */
const SAMPLES: Readonly<Record<DocumentField, { file: string; type: string }>> = {
  videoUrl: { file: 'video.webm', type: 'video/webm' },
  aadharUrl: { file: 'aadhaar-card.png', type: 'image/png' },
  panCardUrl: { file: 'pan-card.png', type: 'image/png' },
  gstCertificateUrl: { file: 'gst-certificate.pdf', type: 'application/pdf' },
  incorporationCertificateUrl: { file: 'incorporation-certificate.pdf', type: 'application/pdf' },
}

/** Some firms send what they have in Word. */
const WORD = { file: 'incorporation-certificate.docx', type: DOCX }

function sampleOf(partner: number, field: DocumentField) {
  return field === 'incorporationCertificateUrl' && partner % 12 === 5 ? WORD : SAMPLES[field]
}

function documentId(partner: number, field: DocumentField): string {
  return recordId('document', partner * DOCUMENT_FIELDS.length + DOCUMENT_FIELDS.indexOf(field))
}

/** The fields of the documents that the `index`-th partner has brought so far. */
export function documentsOf(
  index: number,
  partner: Partner,
): Partial<Record<DocumentField, string>> {
  const fields = DOCUMENT_FIELDS.filter((field) => hasBrought(partner, field, index))
  return Object.fromEntries(
    fields.map((field) => [field, documentAddress(documentId(index, field))]),
  )
}

function hasBrought(partner: Partner, field: DocumentField, index: number): boolean {
  const isCompanys = field === 'gstCertificateUrl' || field === 'incorporationCertificateUrl'
  // a guest has no company step, and who has no GST number no certificate of it
  if (isCompanys && isGuest(partner)) return false
  if (field === 'gstCertificateUrl' && partner.noGst) return false
  // a registration that was left halfway has come to the cards at most
  if (partner.status === '') return field === 'aadharUrl' && index % 2 === 0
  // one in nine has still to bring something when the review begins
  return !(partner.status === 'pending' && index % 9 === 4 && field === 'panCardUrl')
}

/** Adds the documents of these partners, the first of them the `start`-th, and leaves those that are there. */
export async function addDocuments(
  db: Database,
  start: number,
  partners: Iterable<JsonObject>,
): Promise<void> {
  const measured = await measuredSamples()
  let rows: unknown[] = []
  let index = start
  for (const partner of partners) {
    for (const field of DOCUMENT_FIELDS.filter((each) => Object.hasOwn(partner, each))) {
      const { file, type } = sampleOf(index, field)
      const id = documentId(index, field)
      const about = { partner_id: partner['_id'], kind: field, name: file, specimen: file }
      rows.push({ id, ...about, type, ...measured.get(file) })
    }
    index += 1
    if (rows.length < ROWS_AT_ONCE) continue
    await insertDocuments(db, rows)
    rows = []
  }
  await insertDocuments(db, rows)
}

const ROWS_AT_ONCE = 5000

async function insertDocuments(db: Database, rows: readonly unknown[]) {
  await sql`
    insert into document (id, partner_id, kind, name, type, specimen, size, sha256, created_by)
    select id, partner_id, kind, name, type, specimen, size, decode(sha256, 'hex'), 'demonstration data'
    from json_to_recordset(${JSON.stringify(rows)}::json) as made(id text, partner_id text,
      kind text, name text, type text, specimen text, size bigint, sha256 text)
    on conflict (id) do nothing`.execute(db)
}

async function measuredSamples() {
  const files = [...Object.values(SAMPLES), WORD].map(({ file }) => file)
  const measured = files.map(async (file) => {
    const content = await readFile(join(SAMPLE_FOLDER, file))
    const sha256 = createHash('sha256').update(content).digest('hex')
    return [file, { size: content.length, sha256 }] as const
  })
  return new Map(await Promise.all(measured))
}

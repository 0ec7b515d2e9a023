import type { DocumentField } from '@mandap/domain/verification/upload.ts'
import { specimenFile } from '@mandap/server/testing/specimen.ts'
import { expect } from '@playwright/test'
import { type House, UPLOAD_KEY } from './house.ts'

/** Brings a document of a partner as the marketplace's own application does. */
export async function bringDocument(
  { url }: House,
  partnerId: string,
  kind: DocumentField,
  specimen = 'aadhaar-card.png',
) {
  const form = new FormData()
  form.set('partnerId', partnerId)
  form.set('kind', kind)
  form.set('file', await specimenFile(specimen))
  const headers = { 'api-key': UPLOAD_KEY }
  const answer = await fetch(`${url}/documents`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(201)
}

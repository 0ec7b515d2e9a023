import type { DocumentField } from '@mandap/domain/verification/upload.ts'
import { sampleFile } from '@mandap/server/testing/sample-document.ts'
import { expect } from '@playwright/test'
import { type App, UPLOAD_KEY } from './app.ts'

/** Uploads a document of a partner as the marketplace's application does. */
export async function bringDocument(
  { url }: App,
  partnerId: string,
  kind: DocumentField,
  sample = 'aadhaar-card.png',
) {
  const form = new FormData()
  form.set('partnerId', partnerId)
  form.set('kind', kind)
  form.set('file', await sampleFile(sample))
  const headers = { 'api-key': UPLOAD_KEY }
  const answer = await fetch(`${url}/documents`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(201)
}

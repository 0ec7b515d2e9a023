import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE_FOLDER } from '../src/document-store/sample.ts'

/** A key for UPLOAD_API_KEY of a server under test. */
export const UPLOAD_KEY = 'jasmine-and-marigold-and-rose'

/** Uploads a sample image as an Aadhaar card of a partner. Returns the id of the document and the content. */
export async function uploadSample(url: string, partnerId: string, name = 'card.png') {
  const content = await readFile(join(SAMPLE_FOLDER, 'aadhaar-card.png'))
  const answer = await sendSample(url, partnerId, content, name)
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return { id: ((await answer.json()) as { data: { id: string } }).data.id, content }
}

/** Sends an upload of an Aadhaar card, and returns the answer. */
export function sendSample(url: string, partnerId: string, content: Buffer, name = 'card.png') {
  const body = new FormData()
  body.set('partnerId', partnerId)
  body.set('kind', 'aadharUrl')
  body.set('file', new Blob([new Uint8Array(content)]), name)
  return fetch(`${url}/documents`, { method: 'POST', headers: { 'api-key': UPLOAD_KEY }, body })
}

import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { INFECTED, startClamd } from '../../testing/clamd.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { sendSample, UPLOAD_KEY } from '../../testing/upload.ts'
import { SAMPLE_FOLDER } from '../document-store/sample.ts'
import { upsertPartners } from '../partner/store.ts'

let folder: string
let api: Awaited<ReturnType<typeof startApi>>
let clamd: Awaited<ReturnType<typeof startClamd>>
let card: Buffer
let isAway = false
beforeAll(async () => {
  folder = await scratchFolder('infected')
  clamd = await startClamd(() => (isAway ? 'Can’t allocate memory ERROR' : undefined))
  api = await startApi({ UPLOAD_API_KEY: UPLOAD_KEY, DATA_DIR: folder, CLAMD: clamd.address })
  card = await readFile(join(SAMPLE_FOLDER, 'aadhaar-card.png'))
  await upsertPartners(api.db, [partnerJson({ _id: 'p1', name: 'Ananya Iyer' })], 'import')
})
afterAll(async () => {
  await api.close()
  await clamd.close()
  await rm(folder, { recursive: true })
})

/** Uploads a card. Returns the answer, and what is stored. */
async function outcome(content: Buffer, partnerId = 'p1') {
  const answer = await sendSample(api.url, partnerId, content)
  const stored = await api.db.selectFrom('document').select(['id', 'size']).execute()
  const received = await readdir(join(folder, 'documents/incoming')).catch(() => [])
  return { status: answer.status, body: await answer.json(), stored: stored.length, received }
}

const refusals = () =>
  api.db
    .selectFrom('activity')
    .select(['kind', 'subject_id', 'subject_name', 'after'])
    .where('kind', '=', 'refuseInfected')
    .execute()

test('refuses a document with a virus, stores nothing, and records it with the partner', async () => {
  const infected = Buffer.concat([card, Buffer.from(INFECTED)])
  expect(await outcome(infected)).toEqual({
    status: 400,
    body: {
      error: {
        code: 'INFECTED',
        field: 'file',
        message: 'The file contains a virus (Test.Virus) and was not stored. Upload another file.',
      },
    },
    stored: 0,
    received: [],
  })
  expect(await refusals()).toEqual([
    {
      kind: 'refuseInfected',
      subject_id: 'p1',
      subject_name: 'Ananya Iyer',
      after: { field: 'aadharUrl', virus: 'Test.Virus' },
    },
  ])
})

test('answers 404 for a partner that does not exist, and does not record it', async () => {
  const infected = Buffer.concat([card, Buffer.from(INFECTED)])
  expect(await outcome(infected, 'nobody')).toMatchObject({ status: 404 })
  expect(await refusals()).toHaveLength(1)
})

test('answers 503 while the scanner fails, and stores the document when it is sent again', async () => {
  isAway = true
  expect(await outcome(card)).toMatchObject({
    status: 503,
    body: { error: { code: 'SCANNER_UNAVAILABLE', message: expect.stringContaining('memory') } },
    stored: 0,
    received: [],
  })
  isAway = false
  expect(await outcome(card)).toMatchObject({ status: 201, stored: 1 })
})

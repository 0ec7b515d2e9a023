import type { Documents } from '@mandap/domain/verification/reupload.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { storedPartner } from '../../testing/partners.ts'
import { recordReupload } from './reupload.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const reupload = (id: string, documents: Documents) =>
  api.db.transaction().execute((trx) => recordReupload(trx, id, documents, 'partner app'))

describe('a requested reupload', () => {
  test('allows another decision by any administrator, repeatedly', async () => {
    const { id, path, body } = await storedPartner(api.db)
    const again = { status: 'RKYC', kycStatus: 'RKYC', reason: 'VIDEO: too dark' }
    for (const round of ['1', '2']) {
      expect((await api.call('PUT', path, { body: again })).status).toBe(200)
      expect((await api.call('PUT', path, { body: again })).status).toBe(403)
      const videoUrl = `/documents/${round}`
      const outcome = await reupload(id, { videoUrl })
      expect(outcome).toMatchObject({ is: 'done' })
      expect(await body()).toMatchObject({ status: 'pending', kycStatus: '', videoUrl })
    }
    const approve = { status: 'AKYC', kycStatus: 'AKYC' }
    expect((await api.call('PUT', path, { body: approve })).status).toBe(200)
    const entries = await api.auditOf(id)
    expect(entries.map(({ kind }) => kind)).toEqual([
      'decide',
      'upload',
      'decide',
      'upload',
      'decide',
    ])
    expect(entries[1]).toMatchObject({
      by: 'partner app',
      version: 3,
      before: { status: 'RKYC', kycStatus: 'RKYC' },
      after: { status: 'pending', kycStatus: '', videoUrl: '/documents/1' },
    })
  })

  test('reports the new documents to an administrator who has the old version', async () => {
    const { id, path } = await storedPartner(api.db, { status: 'RKYC', kycStatus: 'RKYC' })
    await reupload(id, { aadharUrl: '/documents/3' })
    const body = { status: 'AKYC', kycStatus: 'AKYC' }
    const answer = await api.call('PUT', path, { body, headers: { 'if-match': '"1"' } })
    expect(answer).toMatchObject({
      status: 409,
      body: { changes: [{ by: 'partner app', version: 2 }] },
    })
  })

  test('is rejected for an unknown partner', async () => {
    const documents = { videoUrl: '/documents/1' }
    expect(await reupload('none', documents)).toEqual({
      is: 'missing',
    })
  })
})

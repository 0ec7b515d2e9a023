import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { partnerJson } from '@mandap/domain/testing/builders.ts'
import { HOUR } from '@mandap/domain/time/days.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { COLLEAGUE, startApi } from '../../testing/api.ts'
import { makeDocumentLink, readDocument } from '../../testing/document-link.ts'
import { FILES } from '../../testing/files.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { S3_KEYS, startS3 } from '../../testing/s3.ts'
import { ADMINISTRATOR } from '../../testing/server.ts'
import { startServer } from '../../testing/server.ts'
import { upsertPartners } from '../partner/store.ts'
import { documentCookie, documentCookieIn } from './cookie.ts'
import { cookieValue, linkEnd } from './link.ts'
import { diskStore } from '../document-store/disk-store.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import { SAMPLE_FOLDER } from '../document-store/sample.ts'
import { registerDocuments } from './routes.ts'

const KEY = 'jasmine-and-marigold-and-rose'
const VIEWER = 'https://viewer.example/?src={url}'

let folder: string
let api: Awaited<ReturnType<typeof startApi>>
let png: Buffer
let webm: Buffer
beforeAll(async () => {
  folder = await scratchFolder('documents')
  api = await startApi({ UPLOAD_API_KEY: KEY, DATA_DIR: folder, OFFICE_VIEWER: VIEWER })
  png = await readFile(join(SAMPLE_FOLDER, 'aadhaar-card.png'))
  webm = await readFile(join(SAMPLE_FOLDER, 'video.webm'))
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

let partners = 0
async function aStoredPartner(given: JsonObject = {}): Promise<string> {
  partners += 1
  const id = `65f0c0ffee${String(partners).padStart(14, '0')}`
  await upsertPartners(api.db, [partnerJson({ _id: id, ...given })], 'import')
  return id
}

interface Upload {
  file?: Buffer | undefined
  name?: string
  kind?: string
  partnerId?: string
  key?: string
}

async function upload(given: Upload, to = api.url) {
  const { file, name = 'card.png', kind = 'aadharUrl', partnerId = '', key = KEY } = given
  const form = new FormData()
  form.set('partnerId', partnerId)
  form.set('kind', kind)
  if (file) form.set('file', new Blob([new Uint8Array(file)]), name)
  const headers = { 'api-key': key }
  const answer = await fetch(`${to}/documents`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function uploaded(given: Upload = {}): Promise<string> {
  const partnerId = given.partnerId ?? (await aStoredPartner())
  const { body } = await upload({ file: png, ...given, partnerId })
  return (body as { data: { id: string } }).data.id
}

const linkTo = (id: string, by = ADMINISTRATOR) => makeDocumentLink(api, id, { by })

/** Returns the files in a folder of `documents`, or another one, without its subfolders. */
async function filesIn(name: string): Promise<string[]> {
  const under = resolve(folder, 'documents', name)
  const all = await readdir(under, { recursive: true, withFileTypes: true }).catch(() => [])
  return all.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe('POST /documents', () => {
  test('stores the file, writes the partner’s field, and records it', async () => {
    const partnerId = await aStoredPartner()
    const { status, body } = await upload({ file: png, partnerId, name: '../My card.exe' })
    expect(status).toBe(201)
    const id = await uploadedTo(partnerId)
    expect(body).toEqual({
      data: {
        id,
        url: `/documents/${id}`,
        type: 'image/png',
        name: 'My card.png',
        size: png.length,
      },
    })
    const row = await api.db
      .selectFrom('document')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({
      partner_id: partnerId,
      kind: 'aadharUrl',
      sha256: createHash('sha256').update(png).digest(),
      specimen: null,
    })
    const activity = await api.db
      .selectFrom('activity')
      .selectAll()
      .where('subject_id', '=', partnerId)
      .execute()
    expect(activity).toMatchObject([
      { kind: 'upload', version: 2, after: { aadharUrl: `/documents/${id}` } },
    ])
    expect(await filesIn('incoming')).toEqual([])
  })

  async function uploadedTo(partnerId: string): Promise<string> {
    const { body } = await api.call('GET', `/partners/${partnerId}`)
    return (body as { aadharUrl: string }).aadharUrl.replace('/documents/', '')
  }

  test('a requested reupload opens the step for another decision', async () => {
    const partnerId = await aStoredPartner({ status: 'RKYC', kycStatus: 'RKYC' })
    await uploaded({ partnerId })
    const path = `/partners/${partnerId}`
    expect((await api.call('GET', path)).body).toMatchObject({ status: 'pending', kycStatus: '' })
    const body = { status: 'AKYC', kycStatus: 'AKYC' }
    expect((await api.call('PUT', path, { body })).status).toBe(200)
  })

  test('a second document replaces the first, which stays readable', async () => {
    const partnerId = await aStoredPartner()
    const first = await uploaded({ partnerId })
    const second = await uploaded({ partnerId, file: FILES.jpeg })
    expect(await uploadedTo(partnerId)).toBe(second)
    expect((await readDocument(await linkTo(first))).status).toBe(200)
  })

  test.each([
    ['no key', { key: '' }, 403, 'API_KEY_REFUSED'],
    ['a wrong key', { key: `${KEY}x` }, 403, 'API_KEY_REFUSED'],
    ['no partner', { partnerId: '' }, 400, 'INVALID'],
    ['an unknown partner', { partnerId: 'none' }, 404, 'NOT_FOUND'],
    ['a partner’s other field', { kind: 'status' }, 400, 'INVALID'],
    ['no file', { file: undefined }, 400, 'INVALID'],
    ['an empty file', { file: FILES.nothing }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'an HTML page that is declared as a picture',
      { file: FILES.html },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a picture that can contain scripts', { file: FILES.svg }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a program', { file: FILES.program }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a video for a card', { file: FILES.mp4 }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a picture for the video', { kind: 'videoUrl' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('rejects %s and stores nothing', async (_title, given, status, code) => {
    const partnerId = await aStoredPartner()
    const before = await filesIn('.')
    const answer = await upload({ file: png, partnerId, ...given })
    expect(answer).toMatchObject({ status, body: { error: { code } } })
    expect(await filesIn('.')).toEqual(before)
    expect((await api.call('GET', `/partners/${partnerId}`)).body).toMatchObject({ version: 1 })
  })

  test('rejects a picture larger than 10 MB', async () => {
    const partnerId = await aStoredPartner()
    const file = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)])
    expect(await upload({ file, partnerId })).toMatchObject({
      status: 413,
      body: {
        error: { code: 'TOO_LARGE', message: 'The file is larger than 10 MB.', field: 'file' },
      },
    })
    const larger = Buffer.concat([file, file])
    expect(await upload({ file: larger, partnerId })).toMatchObject({ status: 413 })
    expect(await filesIn('incoming')).toEqual([])
  })

  test('answers a body that is not multipart with 415', async () => {
    const headers = { 'api-key': KEY, 'content-type': 'application/json' }
    const answer = await fetch(`${api.url}/documents`, { method: 'POST', headers, body: '{}' })
    expect(answer.status).toBe(415)
  })

  test('disables uploads without UPLOAD_API_KEY', async () => {
    const closed = await startServer(api.databaseUrl, { DATA_DIR: folder })
    expect(await upload({ file: png, partnerId: 'any' }, closed.url)).toMatchObject({
      status: 403,
      body: { error: { code: 'UPLOADS_CLOSED' } },
    })
    await closed.close()
  })
})

describe('GET /documents/{id}/link', () => {
  test('returns a link that is valid for two minutes', async () => {
    const id = await uploaded({ name: 'Aadhaar.png' })
    const { status, headers, body } = await api.call('GET', `/documents/${id}/link`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      data: {
        url: expect.stringMatching(new RegExp(`^/documents/${id}/content\\?expires=\\d+$`)),
        publicUrl: expect.stringMatching(
          new RegExp(
            `^http://localhost:4000/documents/${id}/content/Aadhaar\\.png\\?expires=\\d+&session=[0-9a-f-]{36}&signature=[\\w-]{43}$`,
          ),
        ),
        type: 'image/png',
        name: 'Aadhaar.png',
        size: png.length,
        expiresAt: expect.any(String),
      },
    })
    const { expiresAt } = (body as { data: { expiresAt: string } }).data
    const seconds = (Date.parse(expiresAt) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(100)
    expect(seconds).toBeLessThanOrEqual(120)
  })

  test.each(['none', '%20', '65f0c0ffee00000000000000'])(
    'answers an unknown id with 404: %s',
    async (id) => {
      expect(await api.call('GET', `/documents/${id}/link`)).toMatchObject({ status: 404 })
    },
  )

  test('answers 401 without a session', async () => {
    const id = await uploaded()
    expect((await fetch(`${api.url}/documents/${id}/link`)).status).toBe(401)
  })
})

describe('a document in a page', () => {
  test('returns the document to a request with the cookie, and forbids scripts and caching', async () => {
    const answer = await readDocument(await linkTo(await uploaded({ name: 'आधार "1".png' })))
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': expect.stringMatching(/^inline; filename="[^"]+"; filename\*=UTF-8''/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
    })
  })

  test.each([
    ['bytes=0-99', 'bytes 0-99', 0, 99],
    ['bytes=70000-', 'bytes 70000-', 70_000, -1],
    ['bytes=-500', 'bytes ', -500, -1],
  ])('returns a range of a video: %s', async (range, said, start, end) => {
    const id = await uploaded({ kind: 'videoUrl', file: webm, name: 'me.webm' })
    const answer = await readDocument(await linkTo(id), { range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('content-type')).toBe('video/webm')
    // the page that a browser makes of a video loads the same address, with the cookie
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; media-src 'self'; frame-ancestors 'self'; sandbox allow-same-origin",
    )
    expect(answer.headers.get('content-range')).toMatch(new RegExp(`^${said}.*/${webm.length}$`))
    const expected = webm.subarray(start, end === -1 ? webm.length : end + 1)
    expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true)
  })

  test('answers a range beyond the end with 416, and several or invalid ranges with the whole document', async () => {
    const link = await linkTo(await uploaded())
    const status = async (range: string) => (await readDocument(link, { range })).status
    expect(await status(`bytes=${png.length}-`)).toBe(416)
    expect(await status('bytes=0-1,5-6')).toBe(200)
    expect(await status('pages=1-2')).toBe(200)
    expect(await status('nonsense')).toBe(200)
  })

  test("answers 404 if the document's file is lost", async () => {
    const id = await uploaded()
    const [file] = (await filesIn('.')).filter((name) => name.endsWith(id))
    await rm(String(file))
    expect((await readDocument(await linkTo(id))).status).toBe(404)
  })

  test('has no secret in its address, and a cookie that only this server reads', async () => {
    const id = await uploaded()
    const answer = await api.call('GET', `/documents/${id}/link`)
    const { url } = (answer.body as { data: { url: string } }).data
    expect(url).toMatch(new RegExp(`^/documents/${id}/content\\?expires=\\d+$`))
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^mandap-documents=[\w.-]+; Path=\/documents; Max-Age=1[12]\d; HttpOnly; SameSite=Strict$/,
    )
    expect(documentCookie('value', 120, true)).toBe(
      '__Host-mandap-documents=value; Path=/; Secure; Max-Age=120; HttpOnly; SameSite=Strict',
    )
    expect(documentCookieIn('a=b; __Host-mandap-documents=value', true)).toBe('value')
  })

  test('answers 410 without the cookie and after two minutes, and 403 to another one', async () => {
    const { address, cookie } = await linkTo(await uploaded())
    const [session = ''] = cookie.replace('mandap-documents=', '').split('.')
    const status = async (value: string) =>
      (await readDocument({ address, cookie: `mandap-documents=${value}` })).status
    const early = (seconds: number) => ({
      session,
      expires: linkEnd(new Date(Date.now() - seconds * 1000)),
    })
    expect((await fetch(address)).status).toBe(410)
    expect(await status(await cookieValue(api.db, early(90)))).toBe(200)
    expect(await status(await cookieValue(api.db, early(121)))).toBe(410)
    // made while the clock was a day ahead
    expect(await status(await cookieValue(api.db, early(-24 * 60 * 60)))).toBe(410)
    const other = (await linkTo(await uploaded(), COLLEAGUE)).cookie
    const [ofColleague = ''] = other.replace('mandap-documents=', '').split('.')
    const value = cookie.replace('mandap-documents=', '')
    expect(await status(value.replace(session, ofColleague))).toBe(403)
    expect(await status(value.replace(/\.\d+\./, `.${early(-60).expires}.`))).toBe(403)
    expect(await status('')).toBe(403)
    expect(await status(value)).toBe(200)
  })

  test('is not sent to a page of another site', async () => {
    const link = await linkTo(await uploaded())
    const status = async (site: string) =>
      (await readDocument(link, { 'sec-fetch-site': site })).status
    expect(await status('cross-site')).toBe(403)
    expect(await status('same-site')).toBe(403)
    expect(await status('same-origin')).toBe(200)
  })

  test('is closed to the session once it has ended, and to viewers', async () => {
    const link = await linkTo(await uploaded())
    const session = link.cookie.replace('mandap-documents=', '').split('.')[0] ?? ''
    const status = async () => (await readDocument(link)).status
    const end = (ended_at: Date | null) =>
      api.db.updateTable('session').set({ ended_at }).where('id', '=', session).execute()
    await end(new Date())
    expect(await status()).toBe(403)
    await end(null)
    await api.db.updateTable('administrator').set({ role: 'viewer' }).execute()
    expect(await status()).toBe(403)
    await api.db.updateTable('administrator').set({ role: 'administrator' }).execute()
    expect(await status()).toBe(200)
  })
})

test('DOCUMENT_STORE=s3 stores and reads documents in the bucket', async () => {
  const s3 = await startS3()
  const remote = await startApi({
    UPLOAD_API_KEY: KEY,
    DATA_DIR: folder,
    DOCUMENT_STORE: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: S3_KEYS.bucket,
    S3_REGION: S3_KEYS.region,
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  })
  await upsertPartners(remote.db, [partnerJson({ _id: 'remote' })], 'import')
  const answer = await upload({ file: webm, kind: 'videoUrl', partnerId: 'remote' }, remote.url)
  const { id } = (answer.body as { data: { id: string } }).data
  expect([...s3.objects.keys()]).toEqual([`/papers/documents/${id}`])
  const part = await readDocument(await makeDocumentLink(remote, id), { range: 'bytes=10-19' })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer())).toEqual(webm.subarray(10, 20))

  // without a partner, the object does not stay in the bucket either
  expect(await upload({ file: png, partnerId: 'none' }, remote.url)).toMatchObject({ status: 404 })
  expect(s3.objects.size).toBe(1)
  expect(await filesIn('incoming')).toEqual([])

  await s3.close()
  const away = await upload({ file: png, partnerId: 'remote' }, remote.url)
  expect(away).toMatchObject({ status: 503, body: { error: { code: 'STORE_UNREACHABLE' } } })
  await remote.close()
})

test('what a killed process left of an upload or a copy is removed after a day, while the server runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const app = fastify()
  try {
    const left = await mkdtemp(join(folder, 'left-'))
    const [incoming, fetching] = [join(left, 'incoming'), join(left, 'fetching')]
    for (const path of [incoming, fetching]) await receiveFile(Readable.from([png]), path, 1e9)
    let hours = 0
    await registerDocuments(app, {
      db: api.db,
      store: encryptedStore(diskStore(left), api.db),
      incoming,
      fetching,
      uploadKey: undefined,
      scanner: undefined,
      publicUrl: api.url,
      hasViewer: false,
      now: () => new Date(Date.now() + hours * HOUR),
    })
    await app.ready()
    hours = 25
    expect(await filesIn(left)).toHaveLength(2)
    vi.advanceTimersByTime(HOUR)
    await expect.poll(() => filesIn(left)).toEqual([])
  } finally {
    await app.close()
    vi.useRealTimers()
  }
})

describe('without the key of the stored documents', () => {
  let keyless: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    keyless = await startServer(api.databaseUrl, {
      UPLOAD_API_KEY: KEY,
      DATA_DIR: folder,
      ENCRYPTION_KEY_FILE: join(folder, 'missing.key'),
    })
  })
  afterAll(() => keyless.close())

  const refusal = {
    error: {
      code: 'ENCRYPTION_KEY_UNAVAILABLE',
      message: expect.stringContaining('check ENCRYPTION_KEY_FILE'),
    },
  }

  async function read(path: string) {
    // without the key, the server signs no token
    const headers = { authorization: `Bearer ${api.tokenOf(ADMINISTRATOR)}` }
    const answer = await fetch(keyless.url + path, { headers })
    return { status: answer.status, body: await answer.json() }
  }

  test('a link answers 503 with the name of the setting, and other calls work', async () => {
    const id = await uploaded()
    expect(await read(`/documents/${id}/link`)).toEqual({ status: 503, body: refusal })
    expect(await read('/partners?limit=1')).toMatchObject({ status: 200 })
  })

  test('an upload answers 503 and stores nothing', async () => {
    const before = await filesIn('.')
    const partnerId = await aStoredPartner()
    const answer = await upload({ file: png, partnerId }, keyless.url)
    expect(answer).toEqual({ status: 503, body: refusal })
    expect(await filesIn('.')).toEqual(before)
  })
})

import { readdir, readFile, rm } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { INFECTED, startClamd } from '../../testing/clamd.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { FILES } from '../../testing/files.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { listen } from '../../testing/listen.ts'
import { storedPartner } from '../../testing/partners.ts'
import { S3_KEYS, startS3 } from '../../testing/s3.ts'
import { copyId } from '../document/copied.ts'
import { diskStore } from '../document-store/disk-store.ts'
import { receiveFile } from '../document-store/receive.ts'
import { encryptedStore } from '../document-store/encrypted-store.ts'
import { s3Store } from '../document-store/s3-store.ts'
import { SAMPLE_FOLDER } from '../document-store/sample.ts'
import { upsertPartners } from '../partner/store.ts'
import { type CopyOptions, type CopyReport, copyDocuments } from './documents.ts'
import { isPublicAddress } from '../network/public-address.ts'
import { REMOTE_LIMITS } from './remote-file.ts'

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let png: Buffer
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  scratch = await scratchDatabase()
  png = await sample('aadhaar-card.png')
})
afterAll(() => scratch.drop())
beforeEach(async () => {
  folder = await scratchFolder('copy')
  await scratch.db.deleteFrom('partner').execute()
  await scratch.db.deleteFrom('document').execute()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(folder, { recursive: true })
})

const sample = (name: string) => readFile(join(SAMPLE_FOLDER, name))

type Answer = (response: ServerResponse) => unknown

/** Starts a server of documents by path, without a query; it answers any other with 404. */
async function documentHost(answers: Record<string, Buffer | Answer>) {
  const requested: string[] = []
  const answer: RequestListener = ({ url = '' }, response) => {
    requested.push(url)
    const given = answers[url.replace(/\?.*/, '')]
    if (Buffer.isBuffer(given)) response.end(given)
    else if (given) given(response)
    else response.writeHead(404).end()
  }
  const server = await listen(answer)
  closing.push(server.close)
  return { url: server.url, requested }
}

function copy(options: Partial<CopyOptions> = {}): Promise<CopyReport> {
  return copyDocuments(scratch.db, {
    store: encryptedStore(diskStore(join(folder, 'documents')), scratch.db),
    folder: join(folder, 'documents/fetching'),
    remote: { allows: () => true },
    ...options,
  })
}

/** Returns what was copied, was replaced and failed, with the reasons per field. */
function outcome({ copied, replaced, failures }: CopyReport) {
  const reasons = failures.map(({ document, reason }) => [document.field, reason] as const)
  return { copied, replaced, failures: Object.fromEntries(reasons) }
}

/** Returns every file in the folder, complete or not. */
async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

function idOf(body: JsonObject | undefined, field: string): string {
  return String(body?.[field]).replace('/documents/', '')
}

describe('documents on another server', () => {
  test('are copied unchanged, and the audit log records that an import changed the field', async () => {
    const contents = {
      videoUrl: await sample('video.webm'),
      aadharUrl: png,
      panCardUrl: FILES.jpeg,
      gstCertificateUrl: await sample('gst-certificate.pdf'),
      incorporationCertificateUrl: await sample('incorporation-certificate.docx'),
    }
    const host = await documentHost(
      Object.fromEntries(Object.entries(contents).map(([field, file]) => [`/p/${field}`, file])),
    )
    const addresses = Object.fromEntries(
      Object.keys(contents).map((field) => [field, `${host.url}/p/${field}?token=${field}`]),
    )
    const partner = await storedPartner(scratch.db, addresses)
    expect(outcome(await copy())).toEqual({ copied: 5, replaced: 0, failures: {} })

    const body = await partner.body()
    const store = encryptedStore(diskStore(join(folder, 'documents')), scratch.db)
    for (const [field, content] of Object.entries(contents)) {
      const id = idOf(body, field)
      const row = await scratch.db
        .selectFrom('document')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      expect(row).toMatchObject({ partner_id: partner.id, kind: field, created_by: 'import' })
      const stream = await store.read(id, { start: 0, end: content.length - 1 })
      expect(content.equals(stream ? await buffer(stream) : Buffer.of())).toBe(true)
    }
    expect(await files()).toHaveLength(5)
    const entries = await scratch.db
      .selectFrom('activity')
      .selectAll()
      .where('subject_id', '=', partner.id)
      .orderBy('id')
      .execute()
    expect(entries.map(({ by, kind }) => `${by} ${kind}`)).toEqual(Array(5).fill('import update'))
    expect(entries.find(({ after }) => 'aadharUrl' in after)).toMatchObject({
      before: { aadharUrl: addresses['aadharUrl'] },
      after: { aadharUrl: body?.['aadharUrl'] },
    })
  })

  test('are fetched once: the next run finds none', async () => {
    const host = await documentHost({ '/a.png': png })
    await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png` })
    expect(await copy()).toMatchObject({ copied: 1 })
    expect(await copy()).toMatchObject({ copied: 0, failureCount: 0 })
    expect(host.requested).toEqual(['/a.png'])
  })

  test('are stored in S3 if it is the document store', async () => {
    const s3 = await startS3()
    closing.push(s3.close)
    const host = await documentHost({ '/a.png': png })
    const partner = await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png` })
    expect(
      await copy({
        store: encryptedStore(s3Store({ endpoint: s3.endpoint, ...S3_KEYS }), scratch.db),
      }),
    ).toMatchObject({
      copied: 1,
    })
    const id = idOf(await partner.body(), 'aadharUrl')
    expect([...s3.objects.keys()]).toEqual([`/papers/documents/${id}`])
    expect(await files()).toEqual([])
  })

  test('leave every decision unchanged, unlike uploads', async () => {
    const host = await documentHost({ '/a.png': png })
    const partner = await storedPartner(scratch.db, {
      aadharUrl: `${host.url}/a.png`,
      status: 'RKYC',
      kycStatus: 'RKYC',
    })
    expect(await copy()).toMatchObject({ copied: 1 })
    expect(await partner.body()).toMatchObject({ status: 'RKYC', kycStatus: 'RKYC' })
  })

  test('are named after the last part of their path', async () => {
    const host = await documentHost({ '/o/partners%2F7%2FMy%20card.jpeg': png, '/%E0%A4.png': png })
    await storedPartner(scratch.db, {
      aadharUrl: `${host.url}/o/partners%2F7%2FMy%20card.jpeg?alt=media`,
      panCardUrl: `${host.url}/%E0%A4.png`,
    })
    await copy()
    const rows = await scratch.db.selectFrom('document').select('name').orderBy('name').execute()
    expect(rows.map(({ name }) => name)).toEqual(['E0 A4.png', 'My card.png'])
  })

  test('are fetched at most four at once', async () => {
    let open = 0
    let most = 0
    const waiting: (() => void)[] = []
    const host = await documentHost({
      '/a.png': (response) => {
        open += 1
        most = Math.max(most, open)
        waiting.push(() => {
          open -= 1
          response.end(png)
        })
        // the last two do not wait for others
        if (waiting.length === 4 || host.requested.length > 8)
          for (const go of waiting.splice(0)) go()
      },
    })
    for (let at = 0; at < 10; at += 1)
      await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png?${at}` })
    expect(await copy()).toMatchObject({ copied: 10 })
    expect(most).toBe(4)
  })
})

describe('a document that cannot be copied', () => {
  test.each<[string, string, Buffer | Answer, string]>([
    [
      'an HTML page that is declared as a picture',
      'aadharUrl',
      FILES.html,
      'The file is of an unknown type, not a picture, PDF or Office file.',
    ],
    [
      'a sign-in page',
      'aadharUrl',
      (response) => response.setHeader('content-type', 'text/html').end(FILES.html),
      'The file is a web page, not a picture, PDF or Office file.',
    ],
    [
      'a picture that can contain scripts',
      'panCardUrl',
      FILES.svg,
      'The file is application/xml, not a picture, PDF or Office file.',
    ],
    [
      'a program',
      'aadharUrl',
      FILES.program,
      'The file is application/x-msdownload, not a picture, PDF or Office file.',
    ],
    [
      'a video for a card',
      'aadharUrl',
      FILES.mp4,
      'The file is video/mp4, not a picture, PDF or Office file.',
    ],
    [
      'a QuickTime video',
      'videoUrl',
      FILES.quicktime,
      'The file is video/quicktime, not an MP4 or WebM video.',
    ],
    ['an empty file', 'aadharUrl', FILES.nothing, 'The file is empty.'],
    [
      'a picture larger than uploads may be',
      'aadharUrl',
      (response) => response.end(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)])),
      'The file is larger than 10 MB.',
    ],
    [
      'a stream without an end',
      'aadharUrl',
      (response) => {
        const chunk = Buffer.alloc(1024 * 1024)
        const more = () => void response.write(chunk, () => setImmediate(more))
        more()
      },
      'The file is larger than 20 MB.',
    ],
    [
      'a file that is cut off',
      'aadharUrl',
      (response) => {
        response.setHeader('content-length', png.length).write(png.subarray(0, 100))
        setImmediate(() => response.destroy())
      },
      'The connection ended before the end of the file.',
    ],
    [
      'a file that no longer exists',
      'aadharUrl',
      (response) => response.writeHead(404).end(),
      'The file no longer exists (404).',
    ],
    [
      'a redirect loop',
      'aadharUrl',
      (response) => response.writeHead(302, { location: '?again' }).end(),
      'It redirects more than 5 times.',
    ],
  ])('is reported, and its address stays: %s', async (_title, field, answer, reason) => {
    const host = await documentHost({ '/bad': answer, '/good.jpg': FILES.jpeg })
    const address = `${host.url}/bad?token=1`
    const partner = await storedPartner(scratch.db, {
      [field]: address,
      gstCertificateUrl: `${host.url}/good.jpg`,
    })
    expect(outcome(await copy())).toEqual({
      copied: 1,
      replaced: 0,
      failures: { [field]: reason },
    })
    expect(await partner.body()).toMatchObject({ [field]: address })
    // only the valid one
    expect(await files()).toHaveLength(1)
  })

  test('if it stalls', async () => {
    const host = await documentHost({
      '/a.png': (response) => response.write(png.subarray(0, 100)),
    })
    await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png` })
    const remote = { allows: () => true, limits: { ...REMOTE_LIMITS, stalled: 200 } }
    expect(outcome(await copy({ remote })).failures).toEqual({
      aadharUrl: 'The server sent nothing for 0.2 seconds.',
    })
    expect(await files()).toEqual([])
  })

  test('if its address is not public, unless private ones are allowed', async () => {
    const host = await documentHost({ '/a.png': png })
    await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png` })
    expect(outcome(await copy({ remote: { allows: isPublicAddress } })).failures).toEqual({
      aadharUrl:
        '127.0.0.1 is not an address of the public Internet. Add --allow-private if that is right.',
    })
    expect(host.requested).toEqual([])
    expect(await copy()).toMatchObject({ copied: 1 })
  })

  test('if the virus scanner finds a virus in it, or does not answer, and is copied when it does', async () => {
    const infected = Buffer.concat([png, Buffer.from(INFECTED)])
    const host = await documentHost({ '/a.png': infected, '/b.png': png })
    const addresses = { aadharUrl: `${host.url}/a.png`, panCardUrl: `${host.url}/b.png` }
    const partner = await storedPartner(scratch.db, addresses)
    const away = await startClamd()
    await away.close()
    const failed = outcome(await copy({ scanner: away.address }))
    expect(failed).toMatchObject({ copied: 0 })
    expect(failed.failures['panCardUrl']).toMatch(/virus scanner cannot be used: nothing listens/)
    expect(await files()).toEqual([])

    const clamd = await startClamd()
    closing.push(clamd.close)
    const { copied, failures } = outcome(await copy({ scanner: clamd.address }))
    expect(copied).toBe(1)
    expect(failures).toEqual({ aadharUrl: expect.stringContaining('virus (Test.Virus)') })
    expect(await partner.body()).toMatchObject({ aadharUrl: addresses.aadharUrl })
    const stored = await scratch.db.selectFrom('document').select('kind').execute()
    expect(stored).toEqual([{ kind: 'panCardUrl' }])
  })

  test('if its address is neither http nor https', async () => {
    await storedPartner(scratch.db, { aadharUrl: 'uploads/a.png', panCardUrl: 'file:///a.png' })
    const reason = 'That is not a web address.'
    expect(outcome(await copy())).toEqual({
      copied: 0,
      replaced: 0,
      failures: { aadharUrl: reason, panCardUrl: reason },
    })
  })

  test('does not delay the others if its server is unreachable', async () => {
    const { url, close } = await listen(() => {})
    await close()
    for (let at = 0; at < 20; at += 1)
      await storedPartner(scratch.db, { aadharUrl: `${url}/${at}.png` })
    const { failures, failureCount } = await copy()
    expect(failureCount).toBe(20)
    const reasons = failures.map(({ reason }) => reason)
    const notTried = `Not requested, because ${new URL(url).host} did not answer 5 requests in a row.`
    // those that started with the fifth are tried too
    expect(reasons.filter((reason) => reason === notTried).length).toBeGreaterThanOrEqual(12)
    expect(reasons[0]).toBe('The server cannot be reached: nothing listens there.')
  })
})

describe('while a document is fetched', () => {
  /** Starts a host that runs a function before it sends the document. */
  async function hostThat(happens: () => Promise<unknown>) {
    return documentHost({
      '/a.png': (response) => void happens().then(() => response.end(png)),
    })
  }

  test('a replacement by another person is kept', async () => {
    let partner: Awaited<ReturnType<typeof storedPartner>> | undefined
    const theirs = '/documents/65f0c0ffee000000000000aa'
    const host = await hostThat(() =>
      upsertPartners(scratch.db, [{ ...partner?.json, aadharUrl: theirs }], 'asha@mandap.example'),
    )
    partner = await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png` })
    expect(outcome(await copy())).toEqual({ copied: 0, replaced: 1, failures: {} })
    expect(await partner.body()).toMatchObject({ aadharUrl: theirs })
    expect(await files()).toEqual([])
    expect(await scratch.db.selectFrom('document').selectAll().execute()).toEqual([])
  })

  test('a change of another field is kept', async () => {
    let partner: Awaited<ReturnType<typeof storedPartner>> | undefined
    const host = await hostThat(() =>
      upsertPartners(scratch.db, [{ ...partner?.json, status: 'AKYC' }], 'asha@mandap.example'),
    )
    partner = await storedPartner(scratch.db, {
      aadharUrl: `${host.url}/a.png`,
      status: 'pending',
    })
    expect(outcome(await copy())).toEqual({ copied: 1, replaced: 0, failures: {} })
    expect(await partner.body()).toMatchObject({
      status: 'AKYC',
      aadharUrl: expect.stringMatching(/^\/documents\/[0-9a-f]{24}$/),
    })
  })

  test('no copy is kept if the partner is deleted', async () => {
    const host = await hostThat(() => scratch.db.deleteFrom('partner').execute())
    await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png` })
    expect(outcome(await copy())).toEqual({ copied: 0, replaced: 1, failures: {} })
    expect(await files()).toEqual([])
  })

  test('no other run begins', async () => {
    let second: Promise<unknown> | undefined
    const host = await hostThat(async () => {
      second = copy().catch((error: unknown) => error)
      await second
    })
    await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png` })
    expect(await copy()).toMatchObject({ copied: 1 })
    expect(await second).toMatchObject({
      message: 'Another import is fetching documents. Wait until it ends, then try again.',
    })
  })
})

describe('a run that was killed', () => {
  async function partnerAndFile() {
    const answers: Record<string, Buffer> = { '/a.png': png }
    const host = await documentHost(answers)
    const address = `${host.url}/a.png`
    const { id } = await storedPartner(scratch.db, { aadharUrl: address })
    const key = copyId({ partnerId: id, field: 'aadharUrl', address })
    const store = encryptedStore(diskStore(join(folder, 'documents')), scratch.db)
    // between storing the file and writing the record
    const half = await received('half of it')
    await store.put(key, { ...half, type: 'image/png' })
    await rm(half.path)
    // in the middle of a file
    await received('a beginning')
    return { answers, key, store }
  }

  function received(content: string) {
    return receiveFile(
      Readable.from([Buffer.from(content)]),
      join(folder, 'documents/fetching'),
      99,
    )
  }

  test('leaves nothing that the next run does not continue', async () => {
    const { key, store } = await partnerAndFile()
    expect(await files()).toHaveLength(2)
    expect(await copy()).toMatchObject({ copied: 1 })
    expect(await files()).toEqual([key])
    const stream = await store.read(key, { start: 0, end: png.length - 1 })
    expect(png.equals(stream ? await buffer(stream) : Buffer.of())).toBe(true)
  })

  test('leaves nothing if the document no longer exists in the next run', async () => {
    const { answers } = await partnerAndFile()
    delete answers['/a.png']
    expect(await copy()).toMatchObject({ copied: 0, failureCount: 1 })
    expect(await files()).toEqual([])
  })
})

test('uses a copy again if its address returns', async () => {
  const host = await documentHost({ '/a.png': png })
  const partner = await storedPartner(scratch.db, { aadharUrl: `${host.url}/a.png` })
  await copy()
  const copied = await partner.body()
  await upsertPartners(scratch.db, [partner.json], 'asha@mandap.example')
  expect(await partner.body()).toEqual(partner.json)
  expect(await copy()).toMatchObject({ copied: 1 })
  expect(await partner.body()).toEqual(copied)
  expect(host.requested).toEqual(['/a.png'])
})

test('ends the run if the store is unreachable, and every partner keeps the address', async () => {
  const host = await documentHost({ '/a.png': png })
  const away = await listen(() => {})
  await away.close()
  const store = encryptedStore(s3Store({ endpoint: away.url, ...S3_KEYS }), scratch.db)
  const addresses: string[] = []
  for (let at = 0; at < 20; at += 1) {
    addresses.push(`${host.url}/a.png?${at}`)
    await storedPartner(scratch.db, { aadharUrl: addresses.at(-1) })
  }
  await expect(copy({ store })).rejects.toThrow(
    'The document store failed 5 times in a row: nothing listens there. The copied documents are kept.',
  )
  expect(host.requested.length).toBeLessThan(12)
  const rows = await scratch.db.selectFrom('partner').select('body').execute()
  expect(rows.map(({ body }) => String(body['aadharUrl'])).toSorted()).toEqual(addresses.toSorted())
  expect(await files()).toEqual([])
})

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { connect as openSocket } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { buildApp } from './app.ts'
import { Drain } from './drain.ts'
import type { App } from '../http/app.ts'
import { readConfig } from '../config/config.ts'
import { connect } from '../database/connection.ts'
import { notFound } from '../http/http-error.ts'

const config = readConfig({ LOG_LEVEL: 'silent' })
const mail = () => Promise.reject(new Error('no mail is sent here'))
// public, because these tests are not about the guard
const open = { config: { public: true } }
let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let consoleFolder: string
let app: App

beforeAll(async () => {
  scratch = await scratchDatabase()
  consoleFolder = await builtConsole()
  app = await buildApp({ db: scratch.db, config, mail, consoleFolder })
  app.get('/broken', open, () => Promise.reject(new Error('a secret message')))
  app.get('/missing', open, () => Promise.reject(notFound('Booking not found.')))
  const body = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  app.post('/named', { ...open, schema: { body }, bodyLimit: 100 }, () => ({}))
  await app.ready()
})

afterAll(async () => {
  await app.close()
  await scratch.drop()
  await rm(dirname(consoleFolder), { recursive: true })
})

test('without the key for records of an earlier release, calls on records answer 503 and name the setting', async () => {
  const unmasked = await buildApp({ db: scratch.db, config, mail, consoleFolder, isMasked: false })
  for (const url of ['/partners', '/bookings', '/users', '/activity']) {
    const answer = await unmasked.inject(url)
    expect(answer.statusCode).toBe(503)
    expect(answer.json().error.code).toBe('ENCRYPTION_KEY_UNAVAILABLE')
    expect(answer.json().error.message).toContain('ENCRYPTION_KEY_FILE')
  }
  expect((await unmasked.inject('/health')).statusCode).toBe(200)
  await unmasked.close()
})

describe('a request with X-Forwarded-For', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) => ({
    url: '/health',
    remoteAddress,
    headers,
  })
  const named = { 'x-forwarded-for': '203.0.113.9' }

  test.each([
    ['false', '127.0.0.1'],
    ['10.0.0.0/8', '192.168.1.7'],
  ])('is logged once, without the header, with TRUST_PROXY=%s from %s', async (trusted, peer) => {
    const logged: unknown[][] = []
    const settings = readConfig({ LOG_LEVEL: 'silent', TRUST_PROXY: trusted })
    const proxied = await buildApp({ db: scratch.db, config: settings, mail, consoleFolder })
    proxied.log.warn = (...words: unknown[]) => void logged.push(words)
    await proxied.inject(from(peer))
    expect(logged).toEqual([])
    await proxied.inject(from(peer, named))
    await proxied.inject(from(peer, named))
    expect(logged).toEqual([[{ peer }, expect.stringContaining('TRUST_PROXY')]])
    await proxied.close()
  })

  test('is not logged from a proxy that TRUST_PROXY names', async () => {
    const logged: unknown[][] = []
    const settings = readConfig({ LOG_LEVEL: 'silent', TRUST_PROXY: '10.0.0.0/8' })
    const proxied = await buildApp({ db: scratch.db, config: settings, mail, consoleFolder })
    proxied.log.warn = (...words: unknown[]) => void logged.push(words)
    await proxied.inject(from('10.0.0.2', named))
    expect(logged).toEqual([])
    await proxied.close()
  })
})

describe('error responses', () => {
  test('hides the stack and message of a failure, and returns the request id', async () => {
    const answer = await app.inject('/broken')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret')
    expect(answer.json().error.code).toBe('INTERNAL')
    expect(answer.json().error.message).toContain(answer.headers['x-request-id'])
  })

  test('returns the status, code and message of an HttpError', async () => {
    const answer = await app.inject('/missing')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ error: { code: 'NOT_FOUND', message: 'Booking not found.' } })
  })

  test('answers an unknown path with 404', async () => {
    const answer = await app.inject('/nothing?here')
    expect(answer.statusCode).toBe(404)
    expect(answer.json().error.message).toBe('There is nothing at GET /nothing.')
  })

  test('answers an invalid body with 400 and the name of the field', async () => {
    const answer = await app.inject({ method: 'POST', url: '/named', payload: {} })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toMatchObject({ code: 'INVALID', field: 'name' })
  })

  test.each([
    ['is not JSON', 400, 'INVALID', 'application/json', '{'],
    ['is empty', 400, 'INVALID', 'application/json', ''],
    ['is of another type', 415, 'UNSUPPORTED_MEDIA_TYPE', 'text/csv', 'a,b'],
    ['is too large', 413, 'TOO_LARGE', 'application/json', JSON.stringify('x'.repeat(200))],
  ])('answers a body that %s with %i', async (_title, status, code, type, payload) => {
    const headers = { 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: '/named', headers, payload })
    expect(answer.statusCode).toBe(status)
    expect(answer.json().error.code).toBe(code)
  })

  test('says what to do about a body that is too large', async () => {
    const payload = { name: 'x'.repeat(200) }
    const answer = await app.inject({ method: 'POST', url: '/named', payload })
    expect(answer.json().error.message).toBe(
      'The request is larger than this call accepts. Shorten it and try again.',
    )
  })
})

describe('health', () => {
  test('GET /health answers while the process runs', async () => {
    expect((await app.inject('/health')).json()).toEqual({ status: 'ok' })
  })

  test.each(['/health', '/health/ready'])('HEAD %s answers without a body', async (url) => {
    const { statusCode, body } = await app.inject({ method: 'HEAD', url })
    expect([statusCode, body]).toEqual([200, ''])
  })

  test('GET /health/ready answers when the database does', async () => {
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
  })

  test('GET /health/ready answers 503 without the database, and does not say why', async () => {
    const db = connect('postgres://nobody:nothing@127.0.0.1:1/none')
    const lost = await buildApp({ db, config, mail, consoleFolder })
    const answer = await lost.inject('/health/ready')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      error: { code: 'NOT_READY', message: 'The server is not ready.' },
    })
    await lost.close()
    await db.destroy()
  })

  test('GET /health/ready answers 503 while a migration is missing', async () => {
    const behind = await scratchDatabase()
    await behind.db.deleteFrom('schema_migration').execute()
    const early = await buildApp({ db: behind.db, config, mail, consoleFolder })
    expect((await early.inject('/health/ready')).statusCode).toBe(503)
    await early.close()
    await behind.drop()
  })
})

test('a stopping server finishes its responses and closes each connection after it', async () => {
  const drain = new Drain()
  const stopping = await buildApp({ db: scratch.db, config, mail, consoleFolder, drain })
  let seen = 0
  stopping.addHook('onRequest', async () => void (seen += 1))
  let answerSlow = () => {}
  const slow = new Promise<void>((resolve) => (answerSlow = resolve))
  stopping.get('/slow', open, () => slow.then(() => ({ is: 'whole' })))
  const { port } = new URL(await stopping.listen({ host: '127.0.0.1', port: 0 }))
  const socket = openSocket(Number(port), '127.0.0.1')
  const answers = text(socket)
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => seen).toBe(1)
  const closed = stopping.close()
  await expect.poll(() => drain.isDraining).toBe(true)
  answerSlow()
  expect(await answers).toMatch(/200 OK.*connection: close.*"whole"/is)
  await closed
})

describe('the built console', () => {
  const page = { accept: 'text/html' }

  test('answers unknown paths with index.html, which is not cached', async () => {
    const answer = await app.inject({ url: '/booking-details?tab=Completed', headers: page })
    expect(answer.body).toContain('<title>Mandap</title>')
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  test('contains the answer to /config.json, so that a page need not request it', async () => {
    const { body } = await app.inject({ url: '/dashboard', headers: page })
    const [, json = ''] = /id="config">(.*?)<\/script>/.exec(body) ?? []
    expect(JSON.parse(json)).toEqual((await app.inject('/config.json')).json())
  })

  test('escapes the settings in its page', async () => {
    const named = { ...config, officeViewer: 'https://office.example/</script>?u={url}' }
    const other = await buildApp({ db: scratch.db, config: named, mail, consoleFolder })
    const { body } = await other.inject({ url: '/', headers: page })
    expect(body).toContain(String.raw`https://office.example/\u003c/script>?u={url}`)
    await other.close()
  })

  test.each(['br', 'gzip', 'identity'])(
    'arrives as %s, or as 304 when it is known',
    async (used) => {
      const headers = { ...page, 'accept-encoding': used === 'identity' ? '' : used }
      const first = await app.inject({ url: '/dashboard', headers })
      expect(first.headers['content-encoding']).toBe(used === 'identity' ? undefined : used)
      const read = { br: brotliDecompressSync, gzip: gunzipSync }[used]
      const html = (read?.(first.rawPayload) ?? first.rawPayload).toString()
      expect(html).toContain('<title>Mandap</title>')
      const known = { ...headers, 'if-none-match': String(first.headers.etag) }
      const again = await app.inject({ url: '/dashboard', headers: known })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    },
  )

  test.each([
    ['W/TAG', 304],
    ['"another", W/TAG , "a third"', 304],
    ['*', 304],
    ['"another"', 200],
    ['W/"another"', 200],
  ])('answers If-None-Match: %s with %i', async (named, status) => {
    const { headers } = await app.inject({ url: '/dashboard', headers: page })
    const known = { ...page, 'if-none-match': named.replace('TAG', String(headers.etag)) }
    const answer = await app.inject({ url: '/dashboard', headers: known })
    expect(answer.statusCode).toBe(status)
  })

  test.each(['/', '/dashboard', '/account'])('answers HEAD %s like GET', async (url) => {
    const { headers } = await app.inject({ url, headers: page })
    const answer = await app.inject({ method: 'HEAD', url, headers: page })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    for (const name of ['etag', 'content-type', 'content-length'])
      expect(answer.headers[name]).toBe(headers[name])
  })

  test('caches hashed assets without limit and compresses them', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const answer = await app.inject({ url: '/assets/main-abc123.js', headers })
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.headers['content-type']).toContain('javascript')
  })

  test('lets browsers keep pictures for a day', async () => {
    const { headers } = await app.inject('/favicon.svg')
    expect(headers['cache-control']).toBe('public, max-age=86400')
  })

  test('sends the headers of a page only with the page and workers', async () => {
    const headersOf = async (path: string) => Object.keys((await app.inject(path)).headers)
    const ofAPage = ['cross-origin-opener-policy', 'x-frame-options']
    for (const path of ['/', '/assets/worker-abc123.js'])
      expect(await headersOf(path)).toEqual(expect.arrayContaining(ofAPage))
    const ofAScript = await headersOf('/assets/main-abc123.js')
    expect(ofAScript.filter((name) => ofAPage.includes(name))).toEqual([])
    expect(ofAScript).toEqual(
      expect.arrayContaining(['x-content-type-options', 'cross-origin-resource-policy']),
    )
  })

  test('forbids other sites to frame any file', async () => {
    const policyOf = async (path: string) =>
      String((await app.inject(path)).headers['content-security-policy'])
    for (const path of ['/', '/assets/worker-abc123.js'])
      expect(await policyOf(path)).toContain("frame-ancestors 'self'")
    expect(await policyOf('/assets/main-abc123.js')).toBe("frame-ancestors 'none'")
  })

  test('answers a missing asset with 404, not with the page', async () => {
    expect((await app.inject('/assets/gone.js')).statusCode).toBe(404)
  })

  test('does not serve files outside the folder', async () => {
    await writeFile(join(consoleFolder, '../beside.txt'), 'a secret')
    for (const path of ['/..%2fbeside.txt', '/assets/..%2f..%2fbeside.txt', '/../beside.txt']) {
      const { statusCode, body } = await app.inject(path)
      expect([path, statusCode]).toEqual([path, 404])
      expect(body).not.toContain('a secret')
    }
  })

  test('allows our own scripts, and inline ones by their hash', async () => {
    const policy = String((await app.inject('/')).headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'(;|$)/)
    expect(policy).toMatch(/^default-src 'self';/)
    expect(policy).not.toContain('connect-src')
    expect(policy).not.toContain('unsafe')
    for (const directive of ["object-src 'none'", "require-trusted-types-for 'script'"])
      expect(policy).toContain(directive)
  })

  test('/config.json names the host and the identity service', async () => {
    expect((await app.inject('/config.json')).json()).toEqual({
      host: '',
      kind: 'mandap',
      identity: {
        signInUrl: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword',
        resetUrl: '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode',
        refreshUrl: '/securetoken.googleapis.com/v1/token',
        key: 'mandap',
        account: true,
        secondFactor: true,
        passkeyOrigin: 'http://localhost:4000',
      },
      idleMinutes: 15,
      viewers: {},
      documentOrigins: [],
    })
  })

  test('allows exactly the viewers and document origins of the settings', async () => {
    const viewers = { OFFICE_VIEWER: 'https://office.example/op?src={url}' }
    const env = { ...viewers, DOCUMENT_ORIGINS: 'https://files.example, https://more.example' }
    const named = readConfig({ ...env, LOG_LEVEL: 'silent' })
    const other = await buildApp({ db: scratch.db, config: named, mail, consoleFolder })
    const answer = await other.inject('/config.json')
    expect(answer.json()).toMatchObject({
      viewers: { office: viewers.OFFICE_VIEWER },
      documentOrigins: ['https://files.example', 'https://more.example'],
    })
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("frame-src 'self' https://office.example;")
    for (const directive of ["img-src 'self' blob: data:", "media-src 'self' blob:"])
      expect(policy).toContain(`${directive} https://files.example https://more.example;`)
    await other.close()
  })

  test('IDENTITY=firebase allows calls to Google and is in /config.json', async () => {
    const env = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'k' }
    const firebase = readConfig({ ...env, LOG_LEVEL: 'silent' })
    const other = await buildApp({ db: scratch.db, config: firebase, mail, consoleFolder })
    const answer = await other.inject('/config.json')
    expect(answer.json().identity).toMatchObject({
      signInUrl: 'https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword',
      key: 'k',
      // the console hides passwords, second factors and invitations
      account: false,
      administrators: true,
      secondFactor: false,
    })
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' https://identitytoolkit.googleapis.com")
    await other.close()
  })
})

async function builtConsole(): Promise<string> {
  const folder = join(await scratchFolder('console'), 'console')
  const script = 'console.log("namaste")'.repeat(100)
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><title>Mandap</title><script>document</script><script type="module" src="/assets/main-abc123.js"></script>',
  )
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'assets/main-abc123.js'), script)
  await writeFile(join(folder, 'assets/worker-abc123.js'), script)
  await writeFile(join(folder, 'assets/main-abc123.js.gz'), gzipSync(script))
  return folder
}

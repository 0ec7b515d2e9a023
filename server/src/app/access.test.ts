import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '@mandap/contract/call.ts'
import { CALLS, type CallKey } from '@mandap/contract/calls.ts'
import { isForViewers } from '@mandap/contract/viewer.ts'
import type { JsonObject } from '@mandap/domain/wire/read.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeAdministrator } from '../../testing/administrators.ts'
import { COLLEAGUE } from '../../testing/api.ts'
import { scratchDatabase } from '../../testing/database.ts'
import { scratchFolder } from '../../testing/folder.ts'
import { storedPartner } from '../../testing/partners.ts'
import { ADMINISTRATOR, WITHOUT_CALL_LIMITS } from '../../testing/server.ts'
import { fastSignIn, type SignIn } from '../../testing/sign-in.ts'
import { buildApp } from './app.ts'
import type { App } from '../http/app.ts'
import { readConfig } from '../config/config.ts'
import { disableAdministrator } from '../session/administrator.ts'
import { endSession } from '../session/session.ts'
import { endElevation, grantElevation } from '../super-admin/elevation.ts'

/**
 * Who may call: anybody; an administrator; a Super Admin; owners of a genuine token; the marketplace's
 * applications, with their key.
 */
type Rule = 'public' | 'session' | 'elevation' | 'token' | 'key'

interface Route {
  rule: Rule
  /** What the call answers to viewers. By default they may make those that read, and no others. */
  viewers?: 'allowed' | 'refused'
  /** The answers to missing rights; none if the route has other errors that look the same. */
  request?: () => Promise<{ path?: string; body?: unknown }>
}

const identity = (path: string): [string, Route] => [
  `POST /identitytoolkit.googleapis.com/${path}`,
  { rule: 'public' },
]

/** All routes of the server. A route that is missing here fails the first test. */
const ROUTES: Record<string, Route> = {
  'GET /health': { rule: 'public' },
  'GET /health/ready': { rule: 'public' },
  'GET /config.json': { rule: 'public' },
  'GET /': { rule: 'public' },
  'GET /index.html': { rule: 'public' },
  'GET /*': { rule: 'public' },
  'GET /docs': { rule: 'public' },
  'GET /docs/': { rule: 'public' },
  'GET /docs/json': { rule: 'public' },
  'GET /docs/yaml': { rule: 'public' },
  'GET /docs/static/*': { rule: 'public' },
  'GET /docs/static/index.html': { rule: 'public' },
  'GET /docs/static/theme/page.css': { rule: 'public' },
  'GET /docs/static/swagger-initializer.js': { rule: 'public' },
  'GET /.well-known/jwks.json': { rule: 'public' },
  'OPTIONS /identitytoolkit.googleapis.com/v1/*': { rule: 'public' },
  'OPTIONS /identitytoolkit.googleapis.com/v2/*': { rule: 'public' },
  'OPTIONS /securetoken.googleapis.com/v1/token': { rule: 'public' },
  'POST /securetoken.googleapis.com/v1/token': { rule: 'public' },
  ...Object.fromEntries(
    [
      'v1/accounts::signInWithPassword',
      'v1/accounts::sendOobCode',
      'v1/accounts::resetPassword',
      'v1/accounts::lookup',
      'v2/accounts/mfaSignIn::finalize',
      'v2/accounts/mfaEnrollment::start',
      'v2/accounts/mfaEnrollment::finalize',
      'v2/accounts/mfaEnrollment::withdraw',
      'v2/accounts/recoveryCodes::renew',
      'v2/accounts/passkeySignIn::start',
      'v2/accounts/passkeySignIn::finalize',
      'v2/accounts/passkeyEnrollment::start',
      'v2/accounts/passkeyEnrollment::finalize',
      'v2/accounts/passkeyConfirmation::start',
      'v2/accounts/passkeys::rename',
    ].map(identity),
  ),
  'GET /session': { rule: 'session' },
  'GET /session/storage-key': { rule: 'session' },
  'POST /session/end': { rule: 'token' },
  'GET /account': { rule: 'session' },
  'POST /account/password': { rule: 'session', viewers: 'allowed' },
  'GET /administrators': { rule: 'elevation', viewers: 'refused' },
  'POST /administrators': {
    rule: 'elevation',
    request: async () => ({ body: { email: ADMINISTRATOR.email } }),
  },
  'POST /administrators/:id/disable': {
    rule: 'elevation',
    request: async () => ({ path: '/administrators/none/disable' }),
  },
  'POST /administrators/:id/role': {
    rule: 'elevation',
    request: async () => ({ path: '/administrators/none/role', body: { role: 'viewer' } }),
  },
  'POST /administrators/:id/reset-factor': {
    rule: 'elevation',
    request: async () => ({ path: '/administrators/none/reset-factor' }),
  },
  'POST /administrators/:id/end-sessions': {
    rule: 'elevation',
    request: async () => ({ path: '/administrators/none/end-sessions' }),
  },
  'POST /otp/sms': { rule: 'session' },
  'POST /otp/verify': { rule: 'session' },
  'GET /elevation': { rule: 'session' },
  'DELETE /elevation': { rule: 'session' },
  'GET /bookings': { rule: 'session' },
  'GET /bookings/:id': { rule: 'session' },
  'PATCH /bookings/:id': { rule: 'session' },
  'GET /user/all': { rule: 'session' },
  'GET /user/:id': { rule: 'session' },
  'GET /user/:id/booking-counts': { rule: 'session' },
  'GET /users': { rule: 'session' },
  'GET /totals': { rule: 'session' },
  'GET /partners': { rule: 'session' },
  'GET /partners/:id': { rule: 'session' },
  'GET /partners/counts': { rule: 'session' },
  'GET /partner-names': { rule: 'session' },
  'PUT /partners/:id': {
    rule: 'session',
    request: () => decision({ status: 'pending' }),
  },
  'DELETE /partners/:id': {
    rule: 'elevation',
    request: async () => ({
      path: (await storedPartner(scratch.db)).path,
      body: { deletedBy: 'Super Admin' },
    }),
  },
  'POST /partners/:id/restore': {
    rule: 'elevation',
    request: async () => ({ path: '/partners/none/restore' }),
  },
  'POST /partners/:id/reveal': { rule: 'session' },
  'GET /activity': { rule: 'session' },
  'GET /activity/people': { rule: 'session' },
  'GET /events': { rule: 'session' },
  'GET /presence': { rule: 'session' },
  'PUT /presence': { rule: 'session', viewers: 'allowed' },
  'POST /temp-partner': { rule: 'session' },
  'GET /temp-partner/:id': { rule: 'session' },
  'POST /documents': { rule: 'key' },
  'GET /documents/:id/link': { rule: 'session', viewers: 'refused' },
  'GET /documents/:id/content': { rule: 'public' },
  'GET /documents/:id/content/:name': { rule: 'public' },
  'GET /search': { rule: 'session' },
  'POST /exports': { rule: 'session', viewers: 'allowed' },
  'POST /exports/file': { rule: 'public' },
  'POST /erasures': {
    rule: 'elevation',
    request: async () => ({ body: { subject: 'partner', id: 'none', reason: 'Request' } }),
  },
  'POST /person-exports': {
    rule: 'elevation',
    request: async () => ({ body: { subject: 'partner', id: 'none', reason: 'Request' } }),
  },
  'POST /person-exports/file': { rule: 'public' },
  'GET /summary': { rule: 'session' },
  // last, because it ends the sessions of the other callers
  'POST /account/sessions/:id/end': { rule: 'session', viewers: 'allowed' },
  'POST /account/sessions/end-others': { rule: 'session', viewers: 'allowed' },
}

/** Routes of `ROUTES` whose answers depend on their record. */
const PARTICULARS: Record<string, Route> = {
  'PUT /partners/:id, a step that is decided': {
    rule: 'elevation',
    request: () => decision({ status: 'AKYC', kycStatus: 'AKYC' }),
  },
  'PUT /partners/:id, a step that is closed': {
    rule: 'elevation',
    request: async () => ({
      path: (await storedPartner(scratch.db, { status: 'pending' })).path,
      body: { status: 'ACV', cvStatus: 'ACV' },
    }),
  },
}

const KEY = '?key=mandap'
const VIEWER = { ...ADMINISTRATOR, email: 'viewer@mandap.example', role: 'viewer' } as const
const config = readConfig({
  ...WITHOUT_CALL_LIMITS,
  LOG_LEVEL: 'silent',
  UPLOAD_API_KEY: 'jasmine-and-marigold-and-rose',
})

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let folder: string
let app: App
let origin: string
let signIn: (email: string) => Promise<SignIn>
const registered = new Set<string>()

beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = await scratchFolder('access')
  await writeFile(join(folder, 'index.html'), '<title>Mandap</title>')
  await storeAdministrator(scratch.db, ADMINISTRATOR)
  await storeAdministrator(scratch.db, COLLEAGUE)
  await storeAdministrator(scratch.db, VIEWER)
  signIn = fastSignIn(scratch.db, config.publicUrl, () => new Date())
  subscribe('fastify.initialization', noteRoutes)
  const mail = () => Promise.reject(new Error('no mail is sent here'))
  app = await buildApp({ db: scratch.db, config, mail, consoleFolder: folder })
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  unsubscribe('fastify.initialization', noteRoutes)
})

afterAll(async () => {
  await app.close()
  await scratch.drop()
  await rm(folder, { recursive: true })
})

/** Returns the routes of a server with other settings, which is not started. */
async function routesWith(env: NodeJS.ProcessEnv): Promise<string[]> {
  const kept = [...registered]
  registered.clear()
  subscribe('fastify.initialization', noteRoutes)
  const mail = () => Promise.reject(new Error('no mail is sent here'))
  const other = await buildApp({
    db: scratch.db,
    config: readConfig({ ...WITHOUT_CALL_LIMITS, LOG_LEVEL: 'silent', ...env }),
    mail,
    consoleFolder: folder,
  })
  unsubscribe('fastify.initialization', noteRoutes)
  await other.close()
  const found = [...registered].toSorted()
  registered.clear()
  for (const route of kept) registered.add(route)
  return found
}

function noteRoutes(message: unknown) {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    // a route with a closed GET also has a closed HEAD
    for (const one of [method].flat()) registered.add(`${one === 'HEAD' ? 'GET' : one} ${url}`)
  })
}

/** All callers: with or without a session, with or without a grant. */
const CALLERS = {
  nobody: async () => ({}),
  'nobody, with a grant': async () => grantOf(await signIn(ADMINISTRATOR.email)),
  'a made-up token': async () => ({ authorization: 'Bearer not.a.token' }),
  'a session that has ended, with its grant': async () => {
    const signedIn = await signIn(ADMINISTRATOR.email)
    const headers = { ...bearer(signedIn), ...(await grantOf(signedIn)) }
    await endSession(scratch.db, signedIn.administrator.sessionId, 'signed out', new Date())
    return headers
  },
  'a disabled administrator, with their grant': async () => {
    const email = `${crypto.randomUUID()}@mandap.example`
    await storeAdministrator(scratch.db, { ...ADMINISTRATOR, email })
    const signedIn = await signIn(email)
    const headers = { ...bearer(signedIn), ...(await grantOf(signedIn)) }
    await disableAdministrator(scratch.db, email, new Date())
    return headers
  },
  'an administrator': async () => bearer(await signIn(ADMINISTRATOR.email)),
  'an administrator, with a made-up grant': async () => ({
    ...bearer(await signIn(ADMINISTRATOR.email)),
    'x-elevation': 'made up',
  }),
  'an administrator, with the grant of another sign-in': async () => ({
    ...bearer(await signIn(ADMINISTRATOR.email)),
    ...(await grantOf(await signIn(ADMINISTRATOR.email))),
  }),
  'an administrator, with a colleague’s grant': async () => ({
    ...bearer(await signIn(ADMINISTRATOR.email)),
    ...(await grantOf(await signIn(COLLEAGUE.email))),
  }),
  'an administrator, with a grant that has expired': async () => {
    const signedIn = await signIn(ADMINISTRATOR.email)
    return { ...bearer(signedIn), ...(await grantOf(signedIn, 15)) }
  },
  'an administrator, after Disable': async () => {
    const signedIn = await signIn(ADMINISTRATOR.email)
    const headers = { ...bearer(signedIn), ...(await grantOf(signedIn)) }
    await endElevation(scratch.db, signedIn.administrator, new Date())
    return headers
  },
  'a viewer': async () => bearer(await signIn(VIEWER.email)),
  'a viewer, with the grant of an administrator': async () => ({
    ...bearer(await signIn(VIEWER.email)),
    ...(await grantOf(await signIn(ADMINISTRATOR.email))),
  }),
  'a viewer, with a grant of the own session': async () => {
    const signedIn = await signIn(VIEWER.email)
    return { ...bearer(signedIn), ...(await grantOf(signedIn)) }
  },
  'a Super Admin': async () => {
    const signedIn = await signIn(ADMINISTRATOR.email)
    return { ...bearer(signedIn), ...(await grantOf(signedIn)) }
  },
  'a Super Admin, in the last minute': async () => {
    const signedIn = await signIn(ADMINISTRATOR.email)
    return { ...bearer(signedIn), ...(await grantOf(signedIn, 14)) }
  },
} satisfies Record<string, () => Promise<Record<string, string>>>

type Caller = keyof typeof CALLERS

const shared = new Map<Caller, Promise<Record<string, string>>>()

/** Routes that end sessions or grants, those of their caller or of others. */
const ENDING = new Set([
  'POST /session/end',
  'DELETE /elevation',
  'POST /account/password',
  'POST /account/sessions/:id/end',
  'POST /account/sessions/end-others',
])

/** Returns the headers of a caller, who is the same for all routes that end no session and no grant. */
function headersOf(caller: Caller, key: string): Promise<Record<string, string>> {
  if (ENDING.has(key) || caller === 'a Super Admin, in the last minute') return CALLERS[caller]()
  const headers = shared.get(caller) ?? CALLERS[caller]()
  shared.set(caller, headers)
  return headers
}

type Outcome = 'answered' | 'sign in' | 'elevate' | 'send the key' | 'have another role'

const WITHOUT_SESSION: readonly Caller[] = ['nobody', 'nobody, with a grant', 'a made-up token']
const GONE: readonly Caller[] = [
  'a session that has ended, with its grant',
  'a disabled administrator, with their grant',
]
const VIEWERS: readonly Caller[] = [
  'a viewer',
  'a viewer, with the grant of an administrator',
  'a viewer, with a grant of the own session',
]
const ELEVATED: readonly Caller[] = ['a Super Admin', 'a Super Admin, in the last minute']

function expected(key: string, { rule, viewers }: Route, caller: Caller): Outcome {
  if (rule === 'public') return 'answered'
  if (rule === 'key') return 'send the key'
  if (WITHOUT_SESSION.includes(caller)) return 'sign in'
  // signing out twice is allowed
  if (rule === 'token') return 'answered'
  if (GONE.includes(caller)) return 'sign in'
  if (VIEWERS.includes(caller)) {
    const isAllowed = viewers ? viewers === 'allowed' : key.startsWith('GET ')
    return isAllowed ? 'answered' : 'have another role'
  }
  return rule === 'session' || ELEVATED.includes(caller) ? 'answered' : 'elevate'
}

test('has a rule for every route, and a route for every rule', () => {
  expect([...registered].toSorted()).toEqual(Object.keys(ROUTES).toSorted())
})

test('the contract says of every call whether it needs a session, and whether viewers may make it', () => {
  const said = Object.entries<Call>(CALLS).map(([key, call]) => {
    if (call.public) return [key, 'public']
    return [key, isForViewers(key as CallKey) ? 'for viewers' : 'not for viewers']
  })
  const tested = Object.keys(CALLS).map((key) => {
    const url = key.replace(':', '::').replaceAll(/\{(\w+)\}/g, ':$1')
    const route = ROUTES[url]
    if (!route) return [key, 'no route']
    if (route.rule === 'public' || route.rule === 'key') return [key, 'public']
    const isForThem = expected(url, route, 'a viewer') === 'answered'
    return [key, isForThem ? 'for viewers' : 'not for viewers']
  })
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(tested))
})

test('has no route for passwords, factors and invitations with IDENTITY=firebase, and all others', async () => {
  const env = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'k' }
  const ofEmbedded =
    /googleapis|jwks|^POST \/account\/password$|^POST \/administrators$|\/reset-factor$/
  const others = Object.keys(ROUTES).filter((key) => !ofEmbedded.test(key))
  expect(await routesWith(env)).toEqual(others.toSorted())
})

describe('who may call', () => {
  const all = Object.entries({ ...PARTICULARS, ...ROUTES })

  test.each(all)('%s', async (key, route) => {
    const found: Record<string, Outcome> = {}
    const wanted: Record<string, Outcome> = {}
    for (const caller of Object.keys(CALLERS) as Caller[]) {
      found[caller] = await outcome(key, await headersOf(caller, key), route.request)
      wanted[caller] = expected(key, route, caller)
    }
    expect(found).toEqual(wanted)
  })

  const reads = all.filter(([key, { rule }]) => key.startsWith('GET ') && rule !== 'public')
  test.each(reads)('HEAD of %s returns nothing without a session', async (key) => {
    const { status } = await fetch(origin + samplePath(key), { method: 'HEAD' })
    // most routes have no HEAD
    expect([401, 404]).toContain(status)
  })
})

test('deletes a partner only for a Super Admin, and keeps it after a rejected call', async () => {
  const { path } = await storedPartner(scratch.db)
  const left = async () => (await sendCall('GET', path, await CALLERS['an administrator']())).status
  for (const caller of Object.keys(CALLERS) as Caller[]) {
    if (ELEVATED.includes(caller)) continue
    await sendCall('DELETE', path, await CALLERS[caller](), { deletedBy: 'Super Admin' })
    expect(await left()).toBe(200)
  }
  const headers = await CALLERS['a Super Admin']()
  expect((await sendCall('DELETE', path, headers, { deletedBy: 'Super Admin' })).status).toBe(200)
  expect(await left()).toBe(404)
})

async function outcome(
  key: string,
  headers: Record<string, string>,
  request: Route['request'],
): Promise<Outcome> {
  const [method = ''] = key.split(' ')
  const { path = samplePath(key), body } = (await request?.()) ?? {}
  const answer = await sendCall(method, path, headers, body)
  if (answer.status >= 500) throw new Error(`${key} answered ${answer.status}: ${answer.text}`)
  if (answer.status === 401) return 'sign in'
  if (answer.status !== 403) return 'answered'
  if (answer.text.includes('API_KEY_REFUSED')) return 'send the key'
  if (answer.text.includes('ROLE_REQUIRED')) return 'have another role'
  if (!/ELEVATION_REQUIRED|STEP_CLOSED/.test(answer.text))
    throw new Error(`${key} was refused for another reason: ${answer.text}`)
  return 'elevate'
}

async function sendCall(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) {
  const answer = await fetch(origin + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    // it has no end
    await answer.body?.cancel()
    return { status: answer.status, text: '' }
  }
  return { status: answer.status, text: await answer.text() }
}

/** Returns an address of the route. The record does not exist, but the guard does not check that. */
function samplePath(key: string): string {
  const [, path = ''] = key.split(' ')
  const plain = path.replace('*', 'none').replace(/:id$/, 'none').replace('::', ':')
  return path.includes('googleapis') ? plain + KEY : plain
}

function bearer({ token }: SignIn) {
  return { authorization: `Bearer ${token}` }
}

/** Creates a grant for the session, `minutesAgo`. */
async function grantOf({ administrator }: SignIn, minutesAgo = 0) {
  const at = new Date(Date.now() - minutesAgo * 60_000)
  const { grant } = await grantElevation(scratch.db, administrator, 'XXXXXX0001', at)
  return { 'x-elevation': grant }
}

async function decision(partner: JsonObject) {
  const { path } = await storedPartner(scratch.db, partner)
  return { path, body: { status: 'AKYC', kycStatus: 'AKYC' } }
}

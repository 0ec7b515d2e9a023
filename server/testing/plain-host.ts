import { randomBytes, randomInt } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { isObject, type JsonObject, readId, readText } from '@mandap/domain/wire/read.ts'

/** What a plain host begins with. */
export interface PlainHostSeed {
  bookings?: readonly JsonObject[]
  partners?: readonly JsonObject[]
  users?: readonly JsonObject[]
  tempPartners?: readonly JsonObject[]
  /** How lists of bookings and partners arrive (§3). Users always arrive under `data` (§7). */
  lists?: 'bare' | 'data'
  /** When given, every call of §7 but the identity service's needs it as bearer token. */
  token?: string
  /** Who can sign in with the identity stub. */
  administrators?: readonly { email: string; password: string }[]
  port?: number
}

/** One call that the host was sent, preflights left out. */
export interface PlainCall {
  method: string
  /** With its query. */
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}

export interface PlainHost {
  url: string
  /** The identity stub's endpoints (§7). */
  identity: { signInUrl: string; resetUrl: string }
  /** What the host holds, by id; a test may read and change it. */
  bookings: Map<string, JsonObject>
  partners: Map<string, JsonObject>
  users: Map<string, JsonObject>
  tempPartners: Map<string, JsonObject>
  calls: PlainCall[]
  /** The OTPs sent by /otp/sms, newest last. */
  otps: string[]
  /** The addresses that a reset e-mail went to. */
  resets: string[]
  /** The status to answer instead, by call: `failures.set('GET /user/{id}', 500)`. */
  failures: Map<string, number>
  close(): Promise<void>
}

type Answer = { status?: number; body: unknown }
type Handler = (call: { id: string; query: URLSearchParams; body: JsonObject }) => Answer

const IDENTITY = '/identitytoolkit.googleapis.com/v1'

/** A host with the calls of §7 and nothing more, in memory, on a free loopback port. */
export async function plainHost(seed: PlainHostSeed = {}): Promise<PlainHost> {
  const bookings = byId(seed.bookings)
  const partners = byId(seed.partners)
  const users = byId(seed.users)
  const tempPartners = byId(seed.tempPartners)
  const calls: PlainCall[] = []
  const otps: string[] = []
  const resets: string[] = []
  const failures = new Map<string, number>()

  const list = (records: JsonObject[]) => ({
    body: seed.lists === 'data' ? { data: records } : records,
  })

  const handlers: Record<string, Handler> = {
    [`POST ${IDENTITY}/accounts:signInWithPassword`]: ({ body }) => {
      const known = seed.administrators?.some(
        ({ email, password }) => email === body['email'] && password === body['password'],
      )
      if (!known) return identityError('INVALID_LOGIN_CREDENTIALS')
      return {
        body: {
          kind: 'identitytoolkit#VerifyPasswordResponse',
          localId: 'plain-administrator',
          email: body['email'],
          idToken: seed.token ?? 'plain-host-token',
          refreshToken: 'plain-host-refresh',
          expiresIn: '3600',
          registered: true,
        },
      }
    },
    [`POST ${IDENTITY}/accounts:sendOobCode`]: ({ body }) => {
      if (body['requestType'] !== 'PASSWORD_RESET') return identityError('INVALID_REQ_TYPE')
      const email = readText(body['email'])
      if (!email.includes('@')) return identityError('INVALID_EMAIL')
      resets.push(email)
      return { body: { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email } }
    },
    'POST /otp/sms': ({ body }) => {
      if (readText(body['numbers']) === '') return { status: 400, body: { status: 'FAILED' } }
      const otp = String(randomInt(1_000_000)).padStart(6, '0')
      otps.push(otp)
      return { body: { status: 'OK', data: { otp } } }
    },
    'GET /bookings': ({ query }) => {
      const typed = query.get('numberId')
      const all = [...bookings.values()]
      if (typed === null) return list(all)
      // more than the exact number, as §5.4 expects of a host
      return list(all.filter((booking) => numberOf(booking).startsWith(bookingNumber(typed))))
    },
    'GET /bookings/{id}': ({ id }) => one(bookings, id),
    'PATCH /bookings/{id}': ({ id, body }) => change(bookings, id, body),
    'GET /user/all': () => ({ body: { data: [...users.values()] } }),
    'GET /user/{id}': ({ id }) => {
      const user = users.get(id)
      return user ? { body: { data: user } } : missing
    },
    'GET /partners': () => list([...partners.values()]),
    'GET /partners/{id}': ({ id }) => one(partners, id),
    'PUT /partners/{id}': ({ id, body }) => change(partners, id, body),
    'DELETE /partners/{id}': ({ id }) =>
      partners.delete(id) ? { body: { message: 'Partner deleted' } } : missing,
    'GET /temp-partner/{id}': ({ id }) => one(tempPartners, id),
    'POST /temp-partner': ({ body }) => {
      const made: JsonObject = { ...body, _id: randomBytes(12).toString('hex') }
      tempPartners.set(readId(made), made)
      const { _id, PartnerName, personalNumber } = made
      return { status: 201, body: { _id, PartnerName, personalNumber } }
    },
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method = 'GET', url: path = '/', headers } = request
    const url = new URL(path, 'http://host')
    const body = parse(await text(request))
    calls.push({ method, path, headers, body })
    const [key, id] = route(method, url.pathname, handlers)
    const failure = failures.get(key)
    if (failure !== undefined) return { status: failure, body: { message: 'Something broke' } }
    const guarded = seed.token !== undefined && !url.pathname.startsWith(IDENTITY)
    if (guarded && headers.authorization !== `Bearer ${seed.token}`)
      return { status: 401, body: { message: 'Unauthorized' } }
    const handler = handlers[key]
    if (!handler) return missing
    if (method !== 'GET' && !isObject(body))
      return { status: 400, body: { message: 'A JSON object is expected' } }
    return handler({ id, query: url.searchParams, body: isObject(body) ? body : {} })
  }

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value)
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else
      answer(request).then(
        (answered) => send(response, answered),
        () => send(response, { status: 500, body: { message: 'Something broke' } }),
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(seed.port ?? 0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    identity: {
      signInUrl: `${url}${IDENTITY}/accounts:signInWithPassword`,
      resetUrl: `${url}${IDENTITY}/accounts:sendOobCode`,
    },
    bookings,
    partners,
    users,
    tempPartners,
    calls,
    otps,
    resets,
    failures,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// the headers that §7 names and no others: a console must not need more
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, api-key',
  'access-control-max-age': '600',
}

const missing: Answer = { status: 404, body: { message: 'Not found' } }

function byId(records: readonly JsonObject[] = []): Map<string, JsonObject> {
  return new Map(records.map((record) => [readId(record), record]))
}

function one(records: Map<string, JsonObject>, id: string): Answer {
  const record = records.get(id)
  return record ? { body: record } : missing
}

/** Replaces the fields given; the answer says no more than that it did. */
function change(records: Map<string, JsonObject>, id: string, fields: JsonObject): Answer {
  const record = records.get(id)
  if (!record) return missing
  records.set(id, { ...record, ...fields, _id: record['_id'] })
  return { body: { message: 'Updated' } }
}

function numberOf(booking: JsonObject): string {
  return bookingNumber(readText(booking['numberId']))
}

/** The handler's key and the id in the path: 'GET /bookings/{id}', '65f0…'. */
function route(
  method: string,
  path: string,
  handlers: Record<string, Handler>,
): [key: string, id: string] {
  const exact = `${method} ${path}`
  if (exact in handlers) return [exact, '']
  const slash = path.lastIndexOf('/')
  return [`${method} ${path.slice(0, slash)}/{id}`, decodeURIComponent(path.slice(slash + 1))]
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The error envelope of the identity service. */
function identityError(message: string): Answer {
  const errors = [{ message, domain: 'global', reason: 'invalid' }]
  return { status: 400, body: { error: { code: 400, message, errors } } }
}

function send(response: ServerResponse, { status = 200, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

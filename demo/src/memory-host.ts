import { bookingNumber } from '@mandap/domain/booking/number.ts'
import { isObject, type JsonObject, readId, readText } from '@mandap/domain/wire/read.ts'

/** The initial records and settings of a host. */
export interface MemoryHostSeed {
  bookings?: Iterable<JsonObject> | undefined
  partners?: Iterable<JsonObject> | undefined
  users?: Iterable<JsonObject> | undefined
  tempPartners?: Iterable<JsonObject> | undefined
  /** The format of the lists of bookings and partners (§3). Users are always under `data` (§7). */
  lists?: 'bare' | 'data' | undefined
  /** If set, every call of §7 requires it as a bearer token, except those of the identity service. */
  token?: string | undefined
  /** The accounts that can sign in. */
  administrators?: readonly { email: string; password: string }[] | undefined
}

export interface HostCall {
  method: string
  path: string
  query: URLSearchParams
  authorization: string | undefined
  /** The parsed JSON or form; `undefined` for other bodies. */
  body: unknown
}

export interface HostAnswer {
  status: number
  body: unknown
}

/** A host in memory that answers only the calls of §7. */
export interface MemoryHost {
  /** The records by id. A test may read and change them. */
  bookings: Map<string, JsonObject>
  partners: Map<string, JsonObject>
  users: Map<string, JsonObject>
  tempPartners: Map<string, JsonObject>
  /** The OTPs of /otp/sms, newest last. */
  otps: string[]
  /** The e-mail addresses for which a reset was accepted. */
  resets: string[]
  /** Returns the key of a call: 'GET /bookings/{id}'. */
  keyOf(method: string, path: string): string
  answer(call: HostCall): HostAnswer
}

type Reply = { status?: number; body: unknown }
type Handler = (call: { id: string; query: URLSearchParams; body: JsonObject }) => Reply

export const IDENTITY_PATH = '/identitytoolkit.googleapis.com/v1'
export const TOKEN_PATH = '/securetoken.googleapis.com/v1/token'

const TOKEN = 'memory-host-token'
const REFRESH_TOKEN = 'memory-host-refresh'

export function memoryHost(seed: MemoryHostSeed = {}): MemoryHost {
  const bookings = byId(seed.bookings)
  const partners = byId(seed.partners)
  const users = byId(seed.users)
  const tempPartners = byId(seed.tempPartners)
  const otps: string[] = []
  const resets: string[] = []

  const list = (records: JsonObject[]) => ({
    body: seed.lists === 'data' ? { data: records } : records,
  })

  const handlers: Record<string, Handler> = {
    ...identityHandlers(seed, resets),
    'POST /otp/sms': ({ body }) => {
      if (readText(body['numbers']) === '') return { status: 400, body: { status: 'FAILED' } }
      const otp = randomDigits(6)
      otps.push(otp)
      return { body: { status: 'OK', data: { otp } } }
    },
    'GET /bookings': ({ query }) => {
      const typed = query.get('numberId')
      const all = [...bookings.values()]
      if (typed === null) return list(all)
      // more than the exact number, as §5.4 allows
      return list(all.filter((booking) => numberOf(booking).startsWith(bookingNumber(typed))))
    },
    'GET /bookings/{id}': ({ id }) => one(bookings, id),
    'PATCH /bookings/{id}': ({ id, body }) => change(bookings, id, body),
    'GET /user/all': () => ({ body: { data: [...users.values()] } }),
    'GET /user/{id}': ({ id }) => {
      const user = users.get(id)
      return user ? { body: { data: user } } : MISSING
    },
    'GET /partners': () => list([...partners.values()]),
    'GET /partners/{id}': ({ id }) => one(partners, id),
    'PUT /partners/{id}': ({ id, body }) => change(partners, id, body),
    'DELETE /partners/{id}': ({ id }) =>
      partners.delete(id) ? { body: { message: 'Partner deleted' } } : MISSING,
    'GET /temp-partner/{id}': ({ id }) => one(tempPartners, id),
    'POST /temp-partner': ({ body }) => {
      const created: JsonObject = { ...body, _id: randomId() }
      tempPartners.set(readId(created), created)
      const { _id, PartnerName, personalNumber } = created
      return { status: 201, body: { _id, PartnerName, personalNumber } }
    },
  }

  function answer({ method, path, query, authorization, body }: HostCall): Reply {
    const isIdentity = path.startsWith(IDENTITY_PATH) || path === TOKEN_PATH
    const needsToken = seed.token !== undefined && !isIdentity
    if (needsToken && authorization !== `Bearer ${seed.token}`)
      return { status: 401, body: { message: 'Unauthorized' } }
    const [key, id] = route(method, path, handlers)
    const handler = handlers[key]
    if (!handler) return MISSING
    if (method !== 'GET' && !isObject(body))
      return { status: 400, body: { message: 'A JSON object is expected' } }
    return handler({ id, query, body: isObject(body) ? body : {} })
  }

  return {
    bookings,
    partners,
    users,
    tempPartners,
    otps,
    resets,
    keyOf: (method, path) => route(method, path, handlers)[0],
    answer: (call) => ({ status: 200, ...answer(call) }),
  }
}

/** Returns a function that answers like `fetch` from a host in memory. */
export function fetchFrom(host: Pick<MemoryHost, 'answer'>): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://memory.example')
    const request = new Request(url, init)
    init?.signal?.throwIfAborted()
    const text = await request.text()
    const isForm = request.headers.get('content-type')?.includes('form-urlencoded')
    const { status, body } = host.answer({
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      authorization: request.headers.get('authorization') ?? undefined,
      body: isForm ? Object.fromEntries(new URLSearchParams(text)) : parseJson(text),
    })
    return Response.json(body, { status })
  }
}

/** Returns the handlers of the identity calls, with the codes of the hosted service. */
function identityHandlers(
  { administrators = [], token = TOKEN }: MemoryHostSeed,
  resets: string[],
): Record<string, Handler> {
  return {
    [`POST ${IDENTITY_PATH}/accounts:signInWithPassword`]: ({ body }) => {
      const email = readText(body['email']).toLowerCase()
      if (email === '') return identityError('MISSING_EMAIL')
      if (!email.includes('@')) return identityError('INVALID_EMAIL')
      if (body['password'] === undefined || body['password'] === '')
        return identityError('MISSING_PASSWORD')
      const known = administrators.some(
        (account) => account.email === email && account.password === body['password'],
      )
      if (!known) return identityError('INVALID_LOGIN_CREDENTIALS')
      return {
        body: {
          kind: 'identitytoolkit#VerifyPasswordResponse',
          localId: 'administrator',
          email,
          idToken: token,
          refreshToken: REFRESH_TOKEN,
          expiresIn: '3600',
          registered: true,
        },
      }
    },
    [`POST ${IDENTITY_PATH}/accounts:sendOobCode`]: ({ body }) => {
      const type = body['requestType']
      if (type === undefined) return identityError('MISSING_REQ_TYPE')
      if (type !== 'PASSWORD_RESET') return identityError('OPERATION_NOT_ALLOWED')
      const email = readText(body['email'])
      if (email === '') return identityError('MISSING_EMAIL')
      if (!email.includes('@')) return identityError('INVALID_EMAIL')
      resets.push(email)
      return { body: { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email } }
    },
    [`POST ${TOKEN_PATH}`]: ({ body }) => {
      if (body['grant_type'] !== 'refresh_token') return identityError('INVALID_GRANT_TYPE')
      if (body['refresh_token'] !== REFRESH_TOKEN) return identityError('INVALID_REFRESH_TOKEN')
      return {
        body: {
          id_token: token,
          access_token: token,
          refresh_token: REFRESH_TOKEN,
          expires_in: '3600',
          token_type: 'Bearer',
          user_id: 'administrator',
        },
      }
    },
  }
}

const MISSING: Reply = { status: 404, body: { message: 'Not found' } }

function byId(records: Iterable<JsonObject> = []): Map<string, JsonObject> {
  return new Map(Array.from(records, (record) => [readId(record), record]))
}

function one(records: Map<string, JsonObject>, id: string): Reply {
  const record = records.get(id)
  return record ? { body: record } : MISSING
}

/** Replaces the given fields. The answer has no record. */
function change(records: Map<string, JsonObject>, id: string, fields: JsonObject): Reply {
  const record = records.get(id)
  if (!record) return MISSING
  records.set(id, { ...record, ...fields, _id: record['_id'] })
  return { body: { message: 'Updated' } }
}

function numberOf(booking: JsonObject): string {
  return bookingNumber(readText(booking['numberId']))
}

/** Returns the key of a call's handler and the id in its path: 'GET /bookings/{id}', '65f0…'. */
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

/** Returns the error envelope of the identity service. */
function identityError(message: string): Reply {
  const errors = [{ message, domain: 'global', reason: 'invalid' }]
  return { status: 400, body: { error: { code: 400, message, errors } } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function randomDigits(count: number): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(random % 10 ** count).padStart(count, '0')
}

/** Returns an id in the format of the other records. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

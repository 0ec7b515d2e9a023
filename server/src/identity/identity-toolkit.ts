import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import { isRemoteRequest } from '../http/remote-request.ts'
import { accountInfo } from './account-info.ts'
import { findAdministrator, foldEmail, isEmail } from '../session/administrator.ts'
import { DEMONSTRATION_REFUSED, isDemonstrationPassword } from '../session/demonstration.ts'
import { deviceCookie, findDevice } from '../session/device.ts'
import { openToAll } from '../session/guard.ts'
import { ID_TOKEN_SECONDS, PROJECT_ID, readIdToken, signIdToken } from '../session/id-token.ts'
import { IdentityError, tokenEnvelope, toolkitEnvelope } from './identity-error.ts'
import {
  type Counter,
  clearCounter,
  countedAddress,
  consumeAttempt,
  refundAttempt,
  LIMITS,
  type Limits,
  resetCounters,
  signInCounters,
} from '../rate-limit/rate-limit.ts'
import type { SendMail } from '../mail/mail.ts'
import { admitOrigins } from './other-origins.ts'
import {
  hashPassword,
  isOutdated,
  isPassword,
  isTooShort,
  MIN_PASSWORD_LENGTH,
} from '../session/password.ts'
import { createResetCode, readResetCode, resetLink, resetPassword } from './reset-code.ts'
import { resetMail } from './reset-mail.ts'
import { registerResetPage } from './reset-page.ts'
import {
  isKnownAddress,
  liveSession,
  refreshSession,
  sessionOfRefreshToken,
  startSession,
} from '../session/session.ts'
import { type SigningKeys, signingKeys } from '../session/signing-key.ts'

/** The key that callers name in `?key=`. It tells projects apart and is no secret, as the hosted service's. */
export const WEB_API_KEY = 'mandap'

export interface IdentityDependencies {
  db: Database
  /** The origin under which people reach this server: the tokens' issuer, and where mailed links lead. */
  publicUrl: string
  mail: SendMail
  apiKey?: string
  /** Other origins whose pages may call the service. */
  origins?: readonly string[]
  now?: () => Date
  limits?: Limits
  isPassword?: typeof isPassword
}

type Identity = Required<IdentityDependencies> & { keys: SigningKeys; log: FastifyInstance['log'] }
type Fields = Record<string, unknown>

const TOOLKIT = '/identitytoolkit.googleapis.com/v1'
const TOKEN = '/securetoken.googleapis.com/v1/token'
const FORM = 'application/x-www-form-urlencoded'
const BODY_LIMIT = 16 * 1024

/**
 * The embedded identity service, at the origin's root: Identity Toolkit's calls for administrators with
 * a password, the token service, the keys that verify our tokens, and the page behind a mailed link.
 */
export function registerIdentity(app: FastifyInstance, deps: IdentityDependencies): void {
  const now = deps.now ?? (() => new Date())
  const identity: Identity = {
    apiKey: WEB_API_KEY,
    origins: [],
    limits: LIMITS,
    isPassword,
    ...deps,
    now,
    keys: signingKeys(deps.db, now),
    log: app.log,
  }
  app.register(async (scope) => {
    openToAll(scope)
    registerResetPage(scope)
    scope.get('/.well-known/jwks.json', async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      // public keys: any page may verify a token
      reply.header('access-control-allow-origin', '*')
      return identity.keys.published()
    })
    scope.register(async (calls) => registerCalls(calls, identity))
  })
}

async function registerCalls(scope: FastifyInstance, identity: Identity) {
  // a page of any origin can send a form or plain text without a preflight
  scope.removeContentTypeParser(['text/plain', FORM])
  admitOrigins(scope, [`${TOOLKIT}/*`, TOKEN], identity)
  scope.addHook('preHandler', async (request) => checkKey(request, identity.apiKey))
  scope.setErrorHandler((error, request, reply) => {
    const told = asIdentityError(error, request)
    if (told.retryAfter) reply.header('retry-after', told.retryAfter)
    const envelope = request.url.startsWith(TOKEN) ? tokenEnvelope : toolkitEnvelope
    return reply.code(told.status).send(envelope(told))
  })

  const mails = new Set<Promise<void>>()
  scope.addHook('onClose', async () => void (await Promise.all(mails)))
  // sent after the answer, so that the answer takes as long for an e-mail that nobody has
  const later = (work: Promise<void>) => {
    const settled = work.finally(() => mails.delete(settled))
    mails.add(settled)
  }

  const options = { bodyLimit: BODY_LIMIT }
  scope.post(`${TOOLKIT}/accounts::signInWithPassword`, options, (request, reply) =>
    signInWithPassword(identity, request, reply),
  )
  scope.post(`${TOOLKIT}/accounts::sendOobCode`, options, (request) =>
    sendOobCode(identity, request, later),
  )
  scope.post(`${TOOLKIT}/accounts::resetPassword`, options, (request, reply) =>
    answerResetPassword(identity, request, reply),
  )
  scope.post(`${TOOLKIT}/accounts::lookup`, options, (request) => lookup(identity, fields(request)))
  await scope.register(async (token) => {
    await token.register(formbody)
    token.post(TOKEN, options, (request) =>
      exchangeToken(identity, fields(request), countedAddress(request.ip)),
    )
  })
}

async function signInWithPassword(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db, limits, now } = identity
  const body = fields(request)
  const email = requiredEmail(body)
  const password = text(body['password'])
  if (!password) throw new IdentityError('MISSING_PASSWORD')

  const emailFolded = foldEmail(email)
  const address = countedAddress(request.ip)
  const device = await findDevice(db, emailFolded, request.headers.cookie, now())
  const isKnown = !device && (await isKnownAddress(db, emailFolded, address, now()))
  const counters = signInCounters({ emailFolded, address, isKnownAddress: isKnown, device })
  await allowTry(db, limits, counters, now())

  const administrator = await findAdministrator(db, email)
  const passwordHash = administrator?.password_hash
  const fits = await identity.isPassword(passwordHash, password)
  if (!administrator || !passwordHash || !fits) throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  if (administrator.disabled_at) throw new IdentityError('USER_DISABLED')
  if (isDemonstrationPassword(password) && isRemoteRequest(request))
    throw demonstrationRefused(identity, administrator.email)

  const newHash = isOutdated(passwordHash) ? await hashPassword(password) : undefined
  const checked = { administratorId: administrator.id, passwordHash, newHash, device }
  const session = await startSession(db, checked, address, now())
  if (!session) throw new IdentityError('INVALID_LOGIN_CREDENTIALS')
  await refundAttempt(db, counters)
  const narrowest = counters.at(-1)
  if (narrowest) await clearCounter(db, narrowest)
  const { deviceToken } = session
  giveDevice(identity, reply, { administratorId: administrator.id, deviceToken })

  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    localId: session.administrator.id,
    email: session.administrator.email,
    displayName: session.administrator.name,
    idToken: await signIdToken(identity.keys, identity.publicUrl, session, now()),
    registered: true,
    refreshToken: session.refreshToken,
    expiresIn: String(ID_TOKEN_SECONDS),
  }
}

function demonstrationRefused({ log }: Identity, email: string): IdentityError {
  log.warn(
    `A sign-in of ${email} from another machine was refused: it has the demonstration password. ` +
      `Choose another with "npm run admin -- password ${email}". Then set PUBLIC_URL to the address ` +
      'that browsers use, and ADMIN_PASSWORD.',
  )
  return new IdentityError(DEMONSTRATION_REFUSED, { status: 403, grpcStatus: 'PERMISSION_DENIED' })
}

async function sendOobCode(
  identity: Identity,
  request: FastifyRequest,
  later: (work: Promise<void>) => void,
) {
  const { db, limits, now } = identity
  const body = fields(request)
  const requestType = text(body['requestType'])
  if (!requestType) throw new IdentityError('MISSING_REQ_TYPE')
  if (requestType !== 'PASSWORD_RESET') throw new IdentityError('OPERATION_NOT_ALLOWED')
  const email = requiredEmail(body)
  const emailFolded = foldEmail(email)
  const device = await findDevice(db, emailFolded, request.headers.cookie, now())
  const counters = resetCounters({ emailFolded, address: countedAddress(request.ip), device })
  await allowTry(db, limits, counters, now())
  later(mailResetLink(identity, email))
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
}

async function mailResetLink(identity: Identity, email: string): Promise<void> {
  const { db, publicUrl, apiKey, now } = identity
  try {
    const administrator = await findAdministrator(db, email)
    if (!administrator || administrator.disabled_at) return
    const code = await createResetCode(db, administrator.id, 'mailed', now())
    await identity.mail(resetMail(administrator, resetLink(publicUrl, apiKey, code)))
  } catch (error) {
    identity.log.error({ err: error }, 'A password reset mail could not be sent.')
  }
}

async function answerResetPassword(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db, limits, now } = identity
  const body = fields(request)
  const code = text(body['oobCode'])
  if (!code) throw new IdentityError('MISSING_OOB_CODE')

  const found = await readResetCode(db, code, now())
  if (found.state === 'unknown') {
    // only guesses are counted by address: they must not keep the owner of a real code out
    const subject = countedAddress(request.ip)
    await allowTry(db, limits, [{ limit: 'newPasswordByAddress', subject }], now())
    throw new IdentityError('INVALID_OOB_CODE')
  }
  if (found.state === 'expired') throw new IdentityError('EXPIRED_OOB_CODE')
  if (found.state === 'disabled') throw new IdentityError('USER_DISABLED')

  // without a new password the call only asks whether the code is good, and whose it is
  const newPassword = text(body['newPassword'])
  if (newPassword) {
    if (isTooShort(newPassword))
      throw new IdentityError(
        `WEAK_PASSWORD : Password should be at least ${MIN_PASSWORD_LENGTH} characters`,
      )
    await allowTry(db, limits, [{ limit: 'newPasswordByCode', subject: code }], now())
    const reset = await resetPassword(db, { code, newPassword }, now())
    if (!reset) throw new IdentityError('INVALID_OOB_CODE')
    giveDevice(identity, reply, reset)
  }
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    email: found.email,
    requestType: 'PASSWORD_RESET',
  }
}

async function lookup({ db, keys, publicUrl, now }: Identity, body: Fields) {
  const idToken = text(body['idToken'])
  if (!idToken) throw new IdentityError('MISSING_ID_TOKEN')
  const reading = await readIdToken(keys, publicUrl, idToken, now())
  if (reading.state !== 'valid') throw new IdentityError('INVALID_ID_TOKEN')
  const session = await liveSession(db, reading.sessionId, now())
  // the SDK signs out at this word
  if (!session) throw new IdentityError('TOKEN_EXPIRED')
  const row = await db
    .selectFrom('administrator')
    .selectAll()
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  return accountInfo(row)
}

async function exchangeToken(identity: Identity, body: Fields, address: string) {
  const { db, keys, publicUrl, limits, now } = identity
  const grantType = text(body['grant_type'] ?? body['grantType'])
  if (!grantType) throw new IdentityError('MISSING_GRANT_TYPE')
  if (grantType !== 'refresh_token') throw new IdentityError('INVALID_GRANT_TYPE')
  const token = text(body['refresh_token'] ?? body['refreshToken'])
  if (!token) throw new IdentityError('MISSING_REFRESH_TOKEN')
  const sessionId = await sessionOfRefreshToken(db, token)
  // only guesses are counted by address: they must not keep a session there from its renewal
  const counter: Counter = sessionId
    ? { limit: 'refreshBySession', subject: sessionId }
    : { limit: 'refreshByAddress', subject: address }
  await allowTry(db, limits, [counter], now())

  const refresh = await refreshSession(db, token, now())
  if (refresh.outcome === 'reused')
    identity.log.warn('A used refresh token came back; its session was ended.')
  if (refresh.outcome === 'unknown') throw new IdentityError('INVALID_REFRESH_TOKEN')
  if (refresh.outcome === 'disabled') throw new IdentityError('USER_DISABLED')
  if (refresh.outcome !== 'refreshed') throw new IdentityError('TOKEN_EXPIRED')
  const idToken = await signIdToken(keys, publicUrl, refresh, now())
  return {
    access_token: idToken,
    expires_in: String(ID_TOKEN_SECONDS),
    token_type: 'Bearer',
    refresh_token: refresh.refreshToken,
    id_token: idToken,
    user_id: refresh.administrator.id,
    project_id: PROJECT_ID,
  }
}

/** Makes the browser a known device of the administrator. */
function giveDevice(
  { publicUrl }: Identity,
  reply: FastifyReply,
  { administratorId, deviceToken }: { administratorId: string; deviceToken: string },
) {
  const isSecure = publicUrl.startsWith('https:')
  reply.header('set-cookie', deviceCookie(administratorId, deviceToken, isSecure))
}

async function allowTry(db: Database, limits: Limits, counters: Counter[], now: Date) {
  const retryAfter = await consumeAttempt(db, limits, counters, now)
  if (retryAfter > 0) throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', { retryAfter })
}

function checkKey(request: FastifyRequest, apiKey: string) {
  const key = new URL(request.url, 'http://host').searchParams.get('key')
  if (!key)
    throw new IdentityError('The request is missing a valid API key.', {
      status: 403,
      grpcStatus: 'PERMISSION_DENIED',
    })
  if (key !== apiKey)
    throw new IdentityError('API key not valid. Please pass a valid API key.', {
      grpcStatus: 'INVALID_ARGUMENT',
    })
}

function requiredEmail(body: Fields): string {
  const email = text(body['email']).trim()
  if (!email) throw new IdentityError('MISSING_EMAIL')
  // a longer one cannot be mailed to, nor counted by the limits
  if (!isEmail(email)) throw new IdentityError('INVALID_EMAIL')
  return email
}

function fields({ body }: FastifyRequest): Fields {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** What the check of every request refused, in the protocol's own words. */
function fromProblem({ field = '', message, status }: HttpError): IdentityError {
  if (field === 'email') return new IdentityError('INVALID_EMAIL')
  return new IdentityError(`Invalid value at '${field}' : ${message}`, {
    status,
    grpcStatus: 'INVALID_ARGUMENT',
  })
}

function asIdentityError(error: unknown, request: FastifyRequest): IdentityError {
  if (error instanceof IdentityError) return error
  if (error instanceof HttpError && error.retryAfter !== undefined) {
    const { status, retryAfter } = error
    return new IdentityError('UNAVAILABLE', { status, grpcStatus: 'UNAVAILABLE', retryAfter })
  }
  if (error instanceof HttpError) return fromProblem(error)
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (typeof status === 'number' && status < 500)
    return new IdentityError('Invalid payload received.', {
      status,
      grpcStatus: 'INVALID_ARGUMENT',
    })
  request.log.error({ err: error }, 'The identity service failed.')
  return new IdentityError('INTERNAL_ERROR', { status: 500, grpcStatus: 'INTERNAL' })
}

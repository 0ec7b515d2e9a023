import formbody from '@fastify/formbody'
import type { AnswerOf } from '@mandap/contract/call.ts'
import type { Calls } from '@mandap/contract/calls.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { workAfterAnswers } from '../http/after-answer.ts'
import { asHttpError } from '../http/errors.ts'
import type { HttpError } from '../http/http-error.ts'
import { LIMITS } from '../config/attempt-limits.ts'
import { countedAddress } from '../rate-limit/rate-limit.ts'
import { makeRoutesPublic } from '../session/guard.ts'
import { isPassword } from '../session/password.ts'
import { scheduleCleanup } from '../http/schedule-cleanup.ts'
import { logRefusal } from '../http/refusal.ts'
import { deleteOldEnrolments } from '../second-factor/app.ts'
import { deleteOldPasskeyChallenges } from '../second-factor/passkey-challenge.ts'
import { deleteOldPendingSignIns } from '../second-factor/pending-sign-in.ts'
import {
  finalizeFactorEnrolment,
  renewRecoveryCodes,
  startFactorEnrolment,
  withdrawFactor,
} from './enrolment.ts'
import { fields, type Identity, type IdentityDependencies } from './identity-call.ts'
import { IdentityError, tokenEnvelope, toolkitEnvelope } from './identity-error.ts'
import { newWorkload } from '../metrics/workload.ts'
import { restrictOrigins } from './other-origins.ts'
import {
  finalizePasskeyEnrolment,
  renameOwnPasskey,
  startPasskeyConfirmation,
  startPasskeyEnrolment,
} from './passkey-calls.ts'
import { answerResetPassword, sendOobCode } from './password-reset.ts'
import { finalizePasskeySignIn, finalizeSignIn, startPasskeySignIn } from './second-step.ts'
import { signInWithPassword } from './sign-in.ts'
import { countSignIn } from './sign-in-outcome.ts'
import { exchangeToken, lookup } from './token-calls.ts'

/** The API key that callers send as `?key=`. It names a project and is not a secret. */
export const WEB_API_KEY = 'mandap'

const TOOLKIT = '/identitytoolkit.googleapis.com'
const TOKEN = '/securetoken.googleapis.com/v1/token'
const FORM = 'application/x-www-form-urlencoded'
const OPTIONS = { bodyLimit: 16 * 1024 }

/**
 * Registers the embedded identity service at the root of the origin: the calls of Identity Toolkit for
 * administrators with a password, the token service, the public keys of the tokens, and the page of a
 * mailed reset link.
 */
export function registerIdentity(app: FastifyInstance, dependencies: IdentityDependencies): void {
  const now = dependencies.now ?? (() => new Date())
  const identity: Identity = {
    apiKey: WEB_API_KEY,
    origins: [],
    limits: LIMITS,
    isPassword,
    later: workAfterAnswers(app),
    workload: newWorkload(),
    secondFactor: 'optional',
    ...dependencies,
    now,
    log: app.log,
  }
  app.register(async (scope) => {
    makeRoutesPublic(scope)
    scope.get('/.well-known/jwks.json', async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      // the keys are public, so that any page can verify a token
      reply.header('access-control-allow-origin', '*')
      return identity.keys.published()
    })
    scope.register(async (calls) => registerCalls(calls, identity))
  })
}

async function registerCalls(scope: FastifyInstance, identity: Identity) {
  // a page of any origin can send a form or plain text without a preflight
  scope.removeContentTypeParser(['text/plain', FORM])
  restrictOrigins(scope, [`${TOOLKIT}/v1/*`, `${TOOLKIT}/v2/*`, TOKEN], identity)
  scope.addHook('preHandler', async (request) => checkKey(request, identity.apiKey))
  scope.setErrorHandler((error, request, reply) => {
    const answer = asIdentityError(error, request)
    logRefusal(request, { status: answer.status, code: answer.message })
    if (answer.retryAfter) reply.header('retry-after', answer.retryAfter)
    const envelope = request.url.startsWith(TOKEN) ? tokenEnvelope : toolkitEnvelope
    return reply.code(answer.status).send(envelope(answer))
  })

  registerCall(scope, 'v1/accounts:signInWithPassword', (request, reply) =>
    countSignIn(identity.workload, () => signInWithPassword(identity, request, reply)),
  )
  registerCall(scope, 'v1/accounts:sendOobCode', (request) => sendOobCode(identity, request))
  registerCall(scope, 'v1/accounts:resetPassword', (request, reply) =>
    answerResetPassword(identity, request, reply),
  )
  registerCall(scope, 'v1/accounts:lookup', (request) => lookup(identity, fields(request)))
  registerCall(scope, 'v2/accounts/mfaSignIn:finalize', (request, reply) =>
    countSignIn(identity.workload, () => finalizeSignIn(identity, request, reply)),
  )
  registerCall(scope, 'v2/accounts/mfaEnrollment:start', (request) =>
    startFactorEnrolment(identity, request),
  )
  registerCall(scope, 'v2/accounts/mfaEnrollment:finalize', (request) =>
    finalizeFactorEnrolment(identity, request),
  )
  registerCall(scope, 'v2/accounts/mfaEnrollment:withdraw', (request) =>
    withdrawFactor(identity, request),
  )
  registerCall(scope, 'v2/accounts/recoveryCodes:renew', (request) =>
    renewRecoveryCodes(identity, request),
  )
  registerCall(scope, 'v2/accounts/passkeySignIn:start', (request) =>
    startPasskeySignIn(identity, request),
  )
  registerCall(scope, 'v2/accounts/passkeySignIn:finalize', (request, reply) =>
    countSignIn(identity.workload, () => finalizePasskeySignIn(identity, request, reply)),
  )
  registerCall(scope, 'v2/accounts/passkeyEnrollment:start', (request) =>
    startPasskeyEnrolment(identity, request),
  )
  registerCall(scope, 'v2/accounts/passkeyEnrollment:finalize', (request) =>
    finalizePasskeyEnrolment(identity, request),
  )
  registerCall(scope, 'v2/accounts/passkeyConfirmation:start', (request) =>
    startPasskeyConfirmation(identity, request),
  )
  registerCall(scope, 'v2/accounts/passkeys:rename', (request) =>
    renameOwnPasskey(identity, request),
  )
  scheduleCleanup(scope, 'pendingSignIns', () =>
    deleteOldPendingSignIns(identity.db, identity.now()),
  )
  scheduleCleanup(scope, 'enrolments', () => deleteOldEnrolments(identity.db, identity.now()))
  scheduleCleanup(scope, 'passkeyChallenges', () =>
    deleteOldPasskeyChallenges(identity.db, identity.now()),
  )
  await scope.register(async (token) => {
    await token.register(formbody)
    token.post(
      TOKEN,
      OPTIONS,
      (request): Promise<AnswerOf<Calls[`POST ${typeof TOKEN}`]>> =>
        exchangeToken(identity, fields(request), countedAddress(request.ip)),
    )
  })
}

type ToolkitPath<K = keyof Calls> = K extends `POST ${typeof TOOLKIT}/${infer Path}` ? Path : never

/** Registers a call of Identity Toolkit, whose answer has the type of the contract. */
function registerCall<P extends ToolkitPath>(
  scope: FastifyInstance,
  path: P,
  handler: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<AnswerOf<Calls[`POST ${typeof TOOLKIT}/${P}`]>>,
) {
  // a colon begins a parameter unless it is doubled
  scope.post(`${TOOLKIT}/${path.replace(':', '::')}`, OPTIONS, handler)
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

/** Translates an error of the request check to the protocol. */
function fromHttpError({ field = '', message, status }: HttpError): IdentityError {
  if (field === 'email') return new IdentityError('INVALID_EMAIL')
  return new IdentityError(`Invalid value at '${field}' : ${message}`, {
    status,
    grpcStatus: 'INVALID_ARGUMENT',
  })
}

function asIdentityError(error: unknown, request: FastifyRequest): IdentityError {
  if (error instanceof IdentityError) return error
  const known = asHttpError(error)
  if (known && known.status >= 500) {
    const { status, retryAfter } = known
    if (known.cause !== undefined) request.log.error({ err: known }, known.message)
    const details = {
      status,
      grpcStatus: 'UNAVAILABLE',
      ...(retryAfter !== undefined && { retryAfter }),
    }
    return new IdentityError('UNAVAILABLE', details)
  }
  if (known?.status === 429)
    return new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', { retryAfter: known.retryAfter ?? 0 })
  if (known) return fromHttpError(known)
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (typeof status === 'number' && status < 500)
    return new IdentityError('Invalid payload received.', {
      status,
      grpcStatus: 'INVALID_ARGUMENT',
    })
  request.log.error({ err: error }, 'The identity service failed.')
  return new IdentityError('INTERNAL_ERROR', { status: 500, grpcStatus: 'INTERNAL' })
}

import type { ErrorCode } from '@mandap/contract/error-code.ts'
import { QueryError } from '@mandap/contract/codec/query-error.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { KeyUnavailable } from '../database/encryption-keys.ts'
import { DatabaseBusy, DatabaseUnavailable } from '../database/unavailable.ts'
import { ScannerUnavailable } from '../virus-scan/clamd.ts'
import { type Envelope, envelope, HttpError, invalid } from './http-error.ts'
import { logRefusal } from './refusal.ts'

/** Answers every failure with a code and a sentence, never with a stack trace. */
export function registerErrors(app: App) {
  app.setErrorHandler((error, request, reply) => reply.send(errorBody(request, reply, error)))
}

/** Sets the status and the headers of the answer to a failure, logs what is unexpected, and returns the body. */
export function errorBody(request: FastifyRequest, reply: FastifyReply, error: unknown): Envelope {
  if (error instanceof DatabaseBusy) request.log.warn({ reason: error.reason }, error.message)
  const problem = asHttpError(error) ?? rejected(error)
  if (!problem) request.log.error({ err: error }, 'A call failed.')
  else if (problem.cause !== undefined) request.log.error({ err: problem }, 'A call failed.')
  const { status, code, message, field, retryAfter } = problem ?? unexpected(request)
  logRefusal(request, { status, code, field })
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // the rest of a body that is too large is not read
  if (status === 413) reply.header('connection', 'close')
  reply.code(status)
  return envelope(code, message, field)
}

const RETRY_SECONDS = 5

/** While the database is lost, an answer costs nothing, and a client should continue soon after it is back. */
const LOST_RETRY_SECONDS = 2

/** Returns the HTTP error of a failure that the server expects; undefined for any other. */
export function asHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (error instanceof DatabaseUnavailable)
    return new HttpError(503, 'DATABASE_UNAVAILABLE', error.message, {
      retryAfter: LOST_RETRY_SECONDS,
    })
  if (error instanceof DatabaseBusy)
    return new HttpError(503, 'DATABASE_BUSY', error.message, { retryAfter: RETRY_SECONDS })
  if (error instanceof KeyUnavailable)
    return new HttpError(503, 'ENCRYPTION_KEY_UNAVAILABLE', KEY_TEXT, { cause: error.cause })
  if (error instanceof ScannerUnavailable)
    return new HttpError(503, 'SCANNER_UNAVAILABLE', error.message, {
      retryAfter: RETRY_SECONDS,
      cause: error.cause ?? error,
    })
  if (isDiskFull(error)) return new HttpError(503, 'DISK_FULL', DISK_FULL_TEXT, { cause: error })
  return undefined
}

const KEY_TEXT =
  'The server does not have the key of the stored numbers and documents. Ask your administrator to check ENCRYPTION_KEY_FILE, then try again.'

const DISK_FULL_TEXT =
  'The disk of the server is full, and nothing was saved. Tell your administrator, then try again.'

/** Answers a path that no route has. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?', 1)[0]
  const message = `There is nothing at ${request.method} ${path}.`
  return reply.code(404).send(envelope('NOT_FOUND', message))
}

/** Returns the HTTP error of a request that was rejected before its handler; undefined for any other failure. */
function rejected(error: unknown): HttpError | undefined {
  if (error instanceof QueryError) return invalid(error.field, error.message)
  if (!(error instanceof Error)) return undefined
  const { validation, statusCode = 500 } = error as Partial<FastifyError>
  if (validation) return invalid(fieldOf(validation), error.message)
  return statusCode >= 400 && statusCode < 500
    ? fromFastify(error as FastifyError, statusCode)
    : undefined
}

function unexpected(request: FastifyRequest): HttpError {
  const message = `Something went wrong on the server. Try again. If the problem remains, report request ${request.id}.`
  return new HttpError(500, 'INTERNAL', message)
}

const WORDING: Record<string, [code: ErrorCode, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'TOO_LARGE',
    'The request is larger than this call accepts. Shorten it and try again.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as application/json, with that Content-Type.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['INVALID', 'The body is empty. This call needs JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['INVALID', 'The body is not JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'INVALID',
    'The length of the body differs from Content-Length.',
  ],
  FST_ERR_BAD_URL: ['INVALID', 'The address is not valid.'],
}

function fromFastify(error: FastifyError, status: number): HttpError {
  // a code of Fastify without our wording is sent as it is
  const own = (error.code || 'REFUSED') as ErrorCode
  const [code, message] = WORDING[error.code] ?? [status === 400 ? 'INVALID' : own, error.message]
  return new HttpError(status, code, message)
}

/**
 * Returns the path of the first invalid value, such as `items.0.name`. A missing property counts as its
 * field.
 */
function fieldOf([first]: NonNullable<FastifyError['validation']>): string | undefined {
  if (!first) return undefined
  const missing: unknown = first.params['missingProperty']
  const path = first.instancePath.split('/').filter(Boolean)
  return [...path, ...(typeof missing === 'string' ? [missing] : [])].join('.') || undefined
}

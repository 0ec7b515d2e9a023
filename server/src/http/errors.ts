import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { DatabaseBusy, DatabaseUnavailable } from '../database/unavailable.ts'
import { envelope, HttpError } from './http-error.ts'

/** Answers every failure with a code and a sentence, never with a stack trace. */
export function registerErrors(app: App) {
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    if (error instanceof DatabaseBusy) request.log.warn({ reason: error.reason }, error.message)
    const known = asHttpError(error)
    if (known) {
      if (known.cause !== undefined) request.log.error({ err: known }, 'a call failed')
      if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter)
      return send(reply, known.status, known)
    }
    if ('validation' in error && error.validation) {
      return send(reply, 400, new HttpError(400, 'INVALID', error.message, fieldOf(error)))
    }
    const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
    if (status >= 400 && status < 500) return send(reply, status, fromFastify(error, status))
    request.log.error({ err: error }, 'a call failed')
    return send(reply, 500, unexpected(request))
  })
}

const DATABASE_RETRY_SECONDS = 5

/** Returns the HTTP error of a failure that the server expects; undefined for any other. */
export function asHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error
  if (error instanceof DatabaseUnavailable) return retryable('DATABASE_UNAVAILABLE', error)
  if (error instanceof DatabaseBusy) return retryable('DATABASE_BUSY', error)
  return undefined
}

function retryable(code: string, { message }: Error): HttpError {
  return Object.assign(new HttpError(503, code, message), { retryAfter: DATABASE_RETRY_SECONDS })
}

/** Answers a path that no route has. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?', 1)[0]
  const message = `There is nothing at ${request.method} ${path}.`
  return reply.code(404).send(envelope('NOT_FOUND', message))
}

function send(reply: FastifyReply, status: number, problem: HttpError) {
  // the rest of a body that is too large is not read
  if (status === 413) reply.header('connection', 'close')
  return reply.code(status).send(envelope(problem.code, problem.message, problem.field))
}

function unexpected(request: FastifyRequest): HttpError {
  const message = `Something went wrong on the server. Try again. If it happens again, report request ${request.id}.`
  return new HttpError(500, 'INTERNAL', message)
}

const WORDING: Record<string, [code: string, message: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['TOO_LARGE', 'The body is larger than this call accepts.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as application/json, and say so in Content-Type.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['INVALID', 'The body is empty; this call needs JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['INVALID', 'The body is not JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'INVALID',
    'The body is not as long as Content-Length says.',
  ],
  FST_ERR_BAD_URL: ['INVALID', 'The address is not valid.'],
}

function fromFastify(error: FastifyError, status: number): HttpError {
  const [code, message] = WORDING[error.code] ?? [
    status === 400 ? 'INVALID' : error.code,
    error.message,
  ]
  return new HttpError(status, code || 'REFUSED', message)
}

/**
 * Returns the path of the first invalid value, such as `items.0.name`. A missing property counts as its
 * field.
 */
function fieldOf(error: FastifyError): string | undefined {
  const [first] = error.validation ?? []
  if (!first) return undefined
  const missing: unknown = first.params['missingProperty']
  const path = first.instancePath.split('/').filter(Boolean)
  return [...path, ...(typeof missing === 'string' ? [missing] : [])].join('.') || undefined
}

import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { Call, RequestOf } from '@mandap/contract/call.ts'
import { CALLS, type CallKey, type Calls } from '@mandap/contract/calls.ts'
import { headersOf } from '@mandap/contract/idempotency.ts'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'
import { HttpError } from './http-error.ts'

/** The content type of JSON that is sent as text. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Maximum size of a body in bytes, if the call declares none. */
const MAX_BODY = 256 * 1024

/** A request whose parts have the types of the contract. */
export type CallRequest<K extends CallKey> = FastifyRequest<{
  Params: RequestOf<Calls[K]>['params']
  Querystring: RequestOf<Calls[K]>['querystring']
  Headers: RequestOf<Calls[K]>['headers']
  Body: RequestOf<Calls[K]>['body']
}>

/**
 * Registers the handler of a call of the contract. The handler receives only valid requests; any other is
 * answered with 400 and the name of its field. The result is sent as JSON.
 */
export function registerRoute<K extends CallKey>(
  app: FastifyInstance,
  key: K,
  handler: (request: CallRequest<K>, reply: FastifyReply) => unknown,
): void {
  const call: Call = CALLS[key]
  const [method = '', path = ''] = key.split(' ')
  const { params, querystring } = call
  const headers = headersOf(call)
  // a multipart body is read by its handler
  const body = call.bodyType === 'multipart/form-data' ? undefined : call.body
  app.route({
    method,
    // a HEAD of a list would read the whole list and send nothing
    exposeHeadRoute: false,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { ...(call.public && { public: true }) },
    schema: {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(headers && { headers }),
      ...(body && { body }),
    },
    bodyLimit: call.maxBody ?? MAX_BODY,
    // a body keeps its types; a query is text, which is converted to the types of the contract
    validatorCompiler: TypeBoxValidatorCompiler,
    schemaErrorFormatter: invalid,
    handler: handler as (request: FastifyRequest, reply: FastifyReply) => unknown,
  })
}

/** Returns the first error as a sentence about its field. */
export function invalid(errors: readonly FastifySchemaValidationError[], part = 'body'): HttpError {
  const [first] = errors
  if (!first) return new HttpError(400, 'INVALID', `The ${part} is not valid.`)
  const path = first.instancePath.split('/').slice(1)
  if (first.keyword === 'required') path.push(firstText(first.params['requiredProperties']))
  const field = path.join('.')
  const subject = field === '' ? `The ${part}` : field
  return new HttpError(400, 'INVALID', `${subject} ${complaint(first, errors)}.`, field)
}

function complaint(
  error: FastifySchemaValidationError,
  errors: readonly FastifySchemaValidationError[],
): string {
  const { keyword, params, instancePath, message = 'is not valid' } = error
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'boolean':
      return 'is not a field of this call'
    case 'pattern':
      return 'is blank or has the wrong format'
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
    case 'const':
      return `must be ${String(params['allowedValue'])}`
    case 'type':
      // a field of several types has one error per type
      return `must be ${errors
        .filter((other) => other.keyword === 'type' && other.instancePath === instancePath)
        .map((other) => String(other.params['type']))
        .join(' or ')}`
    default:
      return message
  }
}

function firstText(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : ''
}

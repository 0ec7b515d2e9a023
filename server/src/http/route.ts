import type { Readable } from 'node:stream'
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { AnswerOf, Call, RequestOf } from '@mandap/contract/call.ts'
import { CALLS, type CallKey, type Calls } from '@mandap/contract/calls.ts'
import { headersOf } from '@mandap/contract/idempotency.ts'
import { MAX_BODY_BYTES } from '@mandap/contract/limits.ts'
import { isForViewers } from '@mandap/contract/viewer.ts'
import { IsBoolean, IsInteger, IsNumber, IsObject, type TSchema } from 'typebox'
import { Convert } from 'typebox/value'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySchemaValidationError,
} from 'fastify'
import { type HttpError, invalid } from './http-error.ts'

/** The content type of JSON that is sent as text. */
export const JSON_TYPE = 'application/json; charset=utf-8'

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
  handler: Handler<K>,
): void {
  register(app, key, handler, {})
}

/**
 * Registers a call whose handler checks the session itself: with the rows that it reads, by
 * `request.readInSession`, or before it starts a longer answer, by `request.requireSession`. Without such a check,
 * the answer is not sent.
 */
export function registerReadRoute<K extends CallKey>(
  app: FastifyInstance,
  key: K,
  handler: Handler<K>,
): void {
  register(app, key, handler, { checksSession: true })
}

/** JSON that PostgreSQL has made. It is sent as it is. */
export type JsonText = string & { readonly [isJson]: true }
declare const isJson: unique symbol

/** The answer of a call, its JSON text, or what sends it. */
type Returned<K extends CallKey> = AnswerOf<Calls[K]> | JsonText | Readable | FastifyReply

type Handler<K extends CallKey> = (
  request: CallRequest<K>,
  reply: FastifyReply,
) => Returned<K> | Promise<Returned<K>>

function register<K extends CallKey>(
  app: FastifyInstance,
  key: K,
  handler: Handler<K>,
  config: FastifyContextConfig,
): void {
  const call: Call = CALLS[key]
  const [method = '', path = ''] = key.split(' ')
  const { params, querystring } = call
  const headers = headersOf(call)
  // a multipart body is read by its handler
  const body = call.bodyType === 'multipart/form-data' ? undefined : call.body
  app.route({
    method,
    // monitors send a HEAD of /health; a HEAD of a list would read the whole list and send nothing
    exposeHeadRoute: call.public === true && !params,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      ...config,
      ...(call.public && { public: true }),
      ...(call.countedBySession && { countedBySession: true }),
      viewers: isForViewers(key),
    },
    schema: {
      ...(params && { params }),
      ...(querystring && { querystring }),
      ...(headers && { headers }),
      ...(body && { body }),
    },
    bodyLimit: call.maxBody ?? MAX_BODY_BYTES,
    validatorCompiler,
    schemaErrorFormatter: schemaError,
    handler: handler as (request: FastifyRequest, reply: FastifyReply) => unknown,
  })
}

/**
 * Compiles a schema. A body keeps its types; the other parts are text, of which numbers and booleans are converted.
 * The rest is left, because converting a whole query takes longer than anything else before its handler. A parameter
 * that the contract does not have is ignored, so that it does not make a page of a whole list.
 */
function validatorCompiler(route: Parameters<FastifySchemaCompiler<TSchema>>[0]) {
  // 'body': without a conversion
  const validate = TypeBoxValidatorCompiler({ ...route, httpPart: 'body' })
  const { schema } = route
  if (route.httpPart === 'body' || !IsObject(schema)) return validate
  const converted = Object.entries(schema.properties).filter(
    ([, property]) => IsInteger(property) || IsNumber(property) || IsBoolean(property),
  )
  const isQuery = route.httpPart === 'querystring'
  return (part: Record<string, unknown>) => {
    const values = isQuery ? declared(part, schema.properties) : { ...part }
    for (const [name, property] of converted)
      if (values[name] !== undefined) values[name] = Convert(property, values[name])
    return validate(values)
  }
}

function declared(part: Record<string, unknown>, properties: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(part).filter(([name]) => Object.hasOwn(properties, name)),
  )
}

/** Returns the first error as a sentence about its field. */
function schemaError(errors: readonly FastifySchemaValidationError[], part = 'body'): HttpError {
  const [first] = errors
  if (!first) return invalid(undefined, `The ${part} is not valid.`)
  const path = first.instancePath.split('/').slice(1)
  if (first.keyword === 'required') path.push(firstText(first.params['requiredProperties']))
  const field = path.join('.')
  const subject = field === '' ? `The ${part}` : field
  return invalid(field, `${subject} ${complaint(first, errors)}.`)
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

import { STATUS_CODES } from 'node:http'
import { type TObject, type TSchema, Type } from 'typebox'
import { AuditRecord } from './audit.ts'
import { BookingRecord } from './booking.ts'
import type { Call } from './call.ts'
import { CALLS } from './calls.ts'
import { ErrorBody } from './error-body.ts'
import { headersOf } from './idempotency.ts'
import { DeletedPartnerRecord, PartnerRecord } from './partner.ts'
import { PositionHeader } from './position-header.ts'
import { QueryHeader } from './query-header.ts'
import { TempPartnerRecord } from './temp-partner.ts'
import { URL_PARAMETERS } from './url-parameters.ts'
import { UserRecord } from './user.ts'

/** The schemas that the document defines once, with their names. */
const NAMED: ReadonlyMap<unknown, string> = new Map<TSchema, string>([
  [BookingRecord, 'Booking'],
  [PartnerRecord, 'Partner'],
  [DeletedPartnerRecord, 'DeletedPartner'],
  [TempPartnerRecord, 'TempPartner'],
  [UserRecord, 'User'],
  [AuditRecord, 'AuditEntry'],
  [ErrorBody, 'Error'],
])

/** Returns the contract as an OpenAPI 3.1 document. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, call] of Object.entries<Call>(CALLS)) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mandap',
      version,
      description:
        'The calls of the back office. Section numbers (§) refer to the specification. Every call that is not public needs the session token of an administrator, and answers 401 without one, 403 `ROLE_REQUIRED` to a viewer if only administrators may make it, 403 `NOT_AN_ADMINISTRATOR` to an account of another identity service that is not an administrator here, and 429 `TOO_MANY_CALLS` beyond the calls of a minute. `GET /config.json`, `GET /.well-known/jwks.json` and `GET /metrics` are not listed here. The server answers 400 to text with a NUL character or an unpaired surrogate, and to JSON nested more than 64 levels deep.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: Object.fromEntries([...NAMED].map(([schema, name]) => [name, plain(schema, true)])),
    },
  }
}

function operation(key: string, call: Call) {
  const [method, path = ''] = key.split(' ')
  return {
    tags: [tagOf(path)],
    summary: call.section ? `${call.summary} (${call.section})` : call.summary,
    ...(call.description && { description: call.description }),
    ...(call.public && { security: [] }),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.querystring),
      ...parameters('header', headersOf(call)),
      ...parameters('header', takesQueryHeader(call) ? Type.Object(QueryHeader) : undefined),
      ...parameters(
        'header',
        method === 'GET' && !call.public ? Type.Object(PositionHeader) : undefined,
      ),
    ],
    ...(call.body && {
      requestBody: { required: true, content: content(call.body, call.bodyType) },
    }),
    responses: responses(call),
  }
}

/** Returns whether a call has parameters that do not belong in a URL. */
function takesQueryHeader({ querystring, public: isPublic }: Call): boolean {
  const names = isPublic || !querystring ? [] : Object.keys(querystring.properties)
  return names.some((name) => !URL_PARAMETERS.includes(name))
}

/** Returns 'bookings' for '/bookings/{id}', and 'identity' for the calls of the identity service. */
function tagOf(path: string): string {
  const [, first = ''] = path.split('/')
  return first.endsWith('.googleapis.com') ? 'identity' : first
}

function parameters(location: 'path' | 'query' | 'header', schema: TObject | undefined) {
  if (!schema) return []
  // TypeBox omits `required` if no property is required
  const required = new Set((schema as { required?: string[] }).required)
  return Object.entries<TSchema & { description?: string }>(schema.properties).map(
    ([name, { description, ...property }]) => ({
      in: location,
      name: location === 'header' ? headerName(name) : name,
      required: required.has(name),
      ...(description && { description }),
      schema: plain(property),
    }),
  )
}

/** Returns the usual spelling of a header name: 'If-Match' for 'if-match'. */
function headerName(name: string): string {
  return name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

function responses(call: Call) {
  const errors = [
    ...(call.public ? [] : [401, 403, 429]),
    ...(call.errors ?? []),
    ...(call.idempotent ? [422] : []),
    500,
    503,
  ]
  return {
    ...Object.fromEntries(
      Object.entries(call.answers).map(([status, { description, schema, headers }]) => [
        status,
        {
          description,
          ...(headers && { headers: plain(headers) }),
          ...(schema && { content: content(schema) }),
        },
      ]),
    ),
    ...Object.fromEntries(
      errors
        .filter((status) => !(status in call.answers))
        .map((status) => [
          status,
          { description: STATUS_CODES[status] ?? '', content: content(ErrorBody) },
        ]),
    ),
  }
}

function content(schema: TSchema, type = 'application/json') {
  return { [type]: { schema: plain(schema) } }
}

/** Returns a schema as plain JSON. A named schema becomes a reference, unless this call defines it. */
function plain(value: unknown, defined = false): unknown {
  const name = NAMED.get(value)
  if (name && !defined) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(value)) return value.map((item) => plain(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

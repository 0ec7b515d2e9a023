import { STATUS_CODES } from 'node:http'
import type { TObject, TSchema } from 'typebox'
import { ActivityRecord } from './activity.ts'
import { BookingRecord } from './booking.ts'
import type { Call } from './call.ts'
import { CALLS } from './calls.ts'
import { headersOf } from './idempotency.ts'
import { DeletedPartnerRecord, PartnerRecord } from './partner.ts'
import { ProblemBody } from './problem.ts'
import { TempPartnerRecord } from './temp-partner.ts'
import { UserRecord } from './user.ts'

/** Schemas that the page shows once, by name. */
const NAMED: ReadonlyMap<unknown, string> = new Map<TSchema, string>([
  [BookingRecord, 'Booking'],
  [PartnerRecord, 'Partner'],
  [DeletedPartnerRecord, 'DeletedPartner'],
  [TempPartnerRecord, 'TempPartner'],
  [UserRecord, 'User'],
  [ActivityRecord, 'Activity'],
  [ProblemBody, 'Problem'],
])

/** The whole contract as an OpenAPI 3.1 document. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, call] of Object.entries<Call>(CALLS)) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(path, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mandap',
      version,
      description:
        'The calls of the back office. Sections (§) are those of the specification. Every call but the public ones needs the session token of a signed-in administrator. Text with a NUL character or half of a surrogate pair, and JSON nested more than 64 levels deep, answers 400.',
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

function operation(path: string, call: Call) {
  return {
    tags: [tagOf(path)],
    summary: call.section ? `${call.summary} (${call.section})` : call.summary,
    ...(call.description && { description: call.description }),
    ...(call.public && { security: [] }),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.querystring),
      ...parameters('header', headersOf(call)),
    ],
    ...(call.body && {
      requestBody: { required: true, content: content(call.body, call.bodyType) },
    }),
    responses: responses(call),
  }
}

/** '/bookings/{id}' is of 'bookings'; the calls of the identity service are of 'identity'. */
function tagOf(path: string): string {
  const [, first = ''] = path.split('/')
  return first.endsWith('.googleapis.com') ? 'identity' : first
}

function parameters(place: 'path' | 'query' | 'header', schema: TObject | undefined) {
  if (!schema) return []
  // TypeBox leaves `required` out where nothing is
  const required = new Set((schema as { required?: string[] }).required)
  return Object.entries<TSchema & { description?: string }>(schema.properties).map(
    ([name, { description, ...property }]) => ({
      in: place,
      name: place === 'header' ? headerName(name) : name,
      required: required.has(name),
      ...(description && { description }),
      schema: plain(property),
    }),
  )
}

/** 'if-match' as it is usually written: 'If-Match'. */
function headerName(name: string): string {
  return name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

function responses(call: Call) {
  const problems = [
    ...(call.public ? [] : [401]),
    ...(call.problems ?? []),
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
      problems
        .filter((status) => !(status in call.answers))
        .map((status) => [
          status,
          { description: STATUS_CODES[status] ?? '', content: content(ProblemBody) },
        ]),
    ),
  }
}

function content(schema: TSchema, type = 'application/json') {
  return { [type]: { schema: plain(schema) } }
}

/** The schema as plain JSON, a named one by its reference unless it is being `defined`. */
function plain(value: unknown, defined = false): unknown {
  const name = NAMED.get(value)
  if (name && !defined) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(value)) return value.map((item) => plain(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

import type { Call } from '@mandap/contract/call.ts'
import { CALLS, type CallKey } from '@mandap/contract/calls.ts'
import { headersOf } from '@mandap/contract/idempotency.ts'
import { BOOKING_STATUSES } from '@mandap/domain/booking/status.ts'
import * as fc from 'fast-check'
import type { TObject } from 'typebox'
import { ADMINISTRATOR } from '../testing/server.ts'
import { allowed } from './from-schema.ts'
import { exportRequest, LIST_QUERIES, type ListQuery } from './list-query.ts'
import { IDS } from './population.ts'
import { type Part, UPLOADS } from './upload.ts'

/** A correct request, in its parts. */
export interface Draft {
  call: string
  method: string
  /** The segments of the path. */
  segments: string[]
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  body:
    | { is: 'none' }
    | { is: 'json'; value: unknown }
    | { is: 'form'; fields: [name: string, value: string][] }
    | { is: 'multipart'; parts: Part[] }
}

/** The API key with which the marketplace's applications upload. */
export const UPLOAD_KEY = 'jasmine-and-marigold-and-rose'

const anyOf = (ids: readonly string[]) => fc.constantFrom(...ids)

const person = fc.constantFrom(ADMINISTRATOR.email, 'ASHA.RAO@mandap.example', 'nobody@example.in')

/** Values of fields for which the schema is not specific enough, by the field's name. */
const NAMED: Record<string, fc.Arbitrary<unknown>> = {
  key: fc.constant('mandap'),
  email: person,
  password: fc.constantFrom(ADMINISTRATOR.password, 'wrong-password'),
  oobCode: fc.constantFrom('{{resetCode}}', 'none'),
  secret: fc.constantFrom('{{exportSecret}}', '{{personExportSecret}}', 'none'),
  newPassword: fc.constantFrom('saffron-and-cardamom', 'short'),
  idToken: fc.constant('{{token}}'),
  refresh_token: fc.constant('{{refreshToken}}'),
  numbers: fc.constantFrom('5550100001', '5550100002', '9820012345'),
  challengeId: fc.constant('{{challengeId}}'),
  otp: fc.constantFrom('{{otp}}', '000000'),
  field: fc.constantFrom('aadharNo', 'panNo', 'bank.accountNo', 'name', 'gone.panNo'),
  text: fc.constantFrom('kavya', 'mb12', 'a', 'मे', '', 'zoya khan'),
  today: fc.constant('2026-11-21'),
  timeZone: fc.constantFrom('Asia/Kolkata', 'UTC'),
  'api-key': fc.constant(UPLOAD_KEY),
  'if-match': fc.constantFrom('*', '"1"', '"2"', 'W/"3"'),
  // a repeated key gets the stored response
  'idempotency-key': fc.oneof(
    { weight: 9, arbitrary: fc.uuid() },
    fc.constant('0b51e5cf-0f6a-4a3c-9d6c-2f1a7ad6e0c1'),
  ),
  'x-elevation': fc.constantFrom('{{grant}}', '{{grant}}', 'none'),
}

/** The kind of record that the id in a path belongs to. */
const OWNERS: Record<string, readonly string[]> = {
  bookings: IDS.booking,
  partners: IDS.partner,
  user: IDS.user,
  'temp-partner': IDS.tempPartner,
}

const decision = fc.constantFrom(
  { status: 'AKYC', kycStatus: 'AKYC' },
  { status: 'RKYC', kycStatus: 'RKYC', reason: 'AADHAR,VIDEO: too dark' },
  { status: 'ACV', cvStatus: 'ACV' },
  { status: 'DCV', cvStatus: 'DCV', reason: 'GST: not theirs' },
  { status: 'approved', ipvStatus: 'approved' },
  { status: 'decline', ipvStatus: 'decline', reason: 'Did not come' },
)

const bookingChange = fc.oneof(
  fc.record({
    partnerId: anyOf([...IDS.partner, ...IDS.tempPartner]),
    partnerName: fc.constantFrom('Rohan Kulkarni', 'मीरा जोशी'),
    partnerMobile: fc.constant('9822098220'),
  }),
  fc.record({ status: fc.constantFrom(...Object.keys(BOOKING_STATUSES)) }),
  fc.record({ location: fc.string(), budget: fc.nat(), services: fc.array(fc.string()) }),
  fc.record({ dateFrom: fc.constant('2026-12-05'), dateTo: fc.constant('2026-12-07') }),
  fc.record({ userId: anyOf(IDS.user), numberId: fc.constant('MB12001') }),
)

/** Bodies for calls that would rarely accept a random body of their schema. */
const BODIES: Partial<Record<CallKey, fc.Arbitrary<unknown>>> = {
  'PATCH /bookings/{id}': bookingChange,
  'PUT /partners/{id}': decision,
  'POST /exports': exportRequest,
  // one person only, so that the others stay for other calls
  'POST /erasures': fc.record({
    subject: fc.constantFrom('partner', 'user', 'tempPartner'),
    id: fc.constantFrom('none', IDS.user.at(-1)),
    reason: fc.constantFrom('Request of 24 November', '\u0000'),
  }),
  'POST /person-exports': fc.record({
    subject: fc.constantFrom('partner', 'user', 'tempPartner'),
    id: anyOf([...IDS.partner, ...IDS.user, ...IDS.tempPartner]),
    reason: fc.constantFrom('Request of 24 November', '\u0000'),
  }),
  'POST /temp-partner': fc.record({
    PartnerName: fc.constantFrom('Sana Shaikh', 'मीरा'),
    personalNumber: fc.constantFrom('9822098220', ''),
    companyLocation: fc.string({ maxLength: 200 }),
  }),
}

const QUERIES: Partial<Record<CallKey, fc.Arbitrary<ListQuery>>> = {
  'GET /bookings': LIST_QUERIES.bookings,
  'GET /partners': LIST_QUERIES.partners,
  'GET /users': LIST_QUERIES.users,
  'GET /activity': LIST_QUERIES.activity,
}

/** A call of the contract that its schemas allow, on records that exist. */
function draftOf(key: CallKey): fc.Arbitrary<Draft> {
  const call: Call = CALLS[key]
  const [method = '', path = ''] = key.split(' ')
  return fc.record({
    call: fc.constant(key),
    method: fc.constant(method),
    segments: segmentsOf(path),
    query: (QUERIES[key] ?? fieldsOf(call.querystring)).map((fields) =>
      // without the key an identity call does nothing
      pairs(key.includes('googleapis') ? { ...fields, key: 'mandap' } : fields),
    ),
    headers: fieldsOf(headersOf(call)).map((fields) => [...credentials(call), ...pairs(fields)]),
    body: bodyOf(key, call),
  })
}

function segmentsOf(path: string): fc.Arbitrary<string[]> {
  const names = path.split('/').slice(1)
  return fc.tuple(
    ...names.map((name, at) => {
      if (!name.startsWith('{')) return fc.constant(name)
      const owner = OWNERS[names[at - 1] ?? '']
      if (owner) return fc.oneof({ weight: 9, arbitrary: anyOf(owner) }, fc.constant('none'))
      return fc.constant(name === '{name}' ? 'aadhaar-card.png' : '{{documentId}}')
    }),
  )
}

function fieldsOf(schema: TObject | undefined): fc.Arbitrary<ListQuery> {
  return schema ? (allowed(schema, NAMED) as fc.Arbitrary<ListQuery>) : fc.constant({})
}

function pairs(fields: ListQuery): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
}

function credentials(call: Call): [string, string][] {
  return call.public ? [] : [['authorization', 'Bearer {{token}}']]
}

function bodyOf(key: CallKey, { body, bodyType }: Call): fc.Arbitrary<Draft['body']> {
  if (!body) return fc.constant({ is: 'none' })
  if (bodyType === 'multipart/form-data')
    return UPLOADS.map((parts) => ({ is: 'multipart', parts }))
  const value = BODIES[key] ?? allowed(body, NAMED)
  if (bodyType === 'application/x-www-form-urlencoded')
    return value.map((fields) => ({ is: 'form', fields: pairs(fields as ListQuery) }))
  return value.map((json) => ({ is: 'json', value: json }))
}

const OTHER_PATHS = [
  '/',
  '/dashboard',
  '/booking-details?tab=Completed',
  '/assets/main-abc123.js',
  '/assets/gone.js',
  '/..%2fbeside.txt',
  '/docs',
  '/docs/json',
  '/docs/static/index.css',
  '/config.json',
  '/reset-password?oobCode={{resetCode}}',
  '/.well-known/jwks.json',
  '/favicon.ico',
  '{{documentUrl}}',
  '/nothing/here',
]

/** Paths outside the contract: files, pages, and links that the server signed. */
const otherDraft: fc.Arbitrary<Draft> = fc
  .record({
    path: fc.constantFrom(...OTHER_PATHS),
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS', 'POST'),
    accept: fc.constantFrom('text/html', '*/*'),
  })
  .map(({ path, method, accept }) => {
    const [before = '', query = ''] = path.split('?')
    return {
      call: 'other',
      method,
      segments: before.startsWith('{') ? [before] : before.split('/').slice(1),
      query: query === '' ? [] : [query.split('=') as [string, string]],
      headers: [['accept', accept]] as [string, string][],
      body: { is: 'none' as const },
    }
  })

function takesSomething({ params, querystring, body }: Call): boolean {
  return Boolean(params ?? querystring ?? body)
}

/** A request that the server can answer with success. */
export const draft: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 1, arbitrary: otherDraft },
  ...(Object.keys(CALLS) as CallKey[])
    // a call without input offers little to change
    .map((key) => ({ weight: takesSomething(CALLS[key]) ? 4 : 1, arbitrary: draftOf(key) })),
)

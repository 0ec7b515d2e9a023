import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { CALLS } from './calls.ts'
import { openApiDocument } from './openapi.ts'

// the table of §7; the two identity calls have the paths of our own server
const CALLS_OF_SECTION_7 = [
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword',
  'POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode',
  'POST /otp/sms',
  'GET /bookings',
  'GET /bookings/{id}',
  'PATCH /bookings/{id}',
  'GET /user/all',
  'GET /user/{id}',
  'GET /partners',
  'GET /partners/{id}',
  'POST /temp-partner',
  'GET /temp-partner/{id}',
  'PUT /partners/{id}',
  'DELETE /partners/{id}',
]

const DOCUMENT = JSON.parse(JSON.stringify(openApiDocument('1.2.3')))

test('the contract has every call of §7', () => {
  const sections = Object.entries<Call>(CALLS)
    .filter(([, call]) => call.section === '§7')
    .map(([key]) => key)
  expect(sections.toSorted()).toEqual(CALLS_OF_SECTION_7.toSorted())
})

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(DOCUMENT))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  expect(validator.resolveRefs({})).toBeDefined()
})

test.each(Object.entries<Call>(CALLS))('the document describes %s', (key, call) => {
  const [method = '', path = ''] = key.split(' ')
  const operation = DOCUMENT.paths[path][method.toLowerCase()]
  const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const parameters: { in: string; name: string }[] = operation.parameters
  expect(parameters.filter((p) => p.in === 'path').map((p) => p.name)).toEqual(placeholders)
  expect(Object.keys(operation.responses)).toEqual(
    expect.arrayContaining(Object.keys(call.answers)),
  )
  expect(operation.security).toEqual(call.public ? [] : undefined)
})

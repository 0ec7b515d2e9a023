import type { Call } from '@mandap/contract/call.ts'
import { CALLS } from '@mandap/contract/calls.ts'
import { openApiDocument } from '@mandap/contract/openapi.ts'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('/docs opens without a session, and runs only our own scripts', async () => {
  const page = await fetch(`${api.url}/docs`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('swagger-ui')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/unsafe-eval|script-src|https?:/)
})

test('/docs/json is the contract as OpenAPI 3.1', async () => {
  const document: unknown = await (await fetch(`${api.url}/docs/json`)).json()
  const { paths, openapi } = JSON.parse(JSON.stringify(openApiDocument('any'))) as {
    paths: unknown
    openapi: string
  }
  expect(openapi).toBe('3.1.0')
  expect(document).toMatchObject({ openapi, paths })
})

const OURS = Object.entries<Call>(CALLS)

/** Returns the answer of a call without a session and body. */
async function bare(key: string): Promise<{ status: number; text: string }> {
  const [method = '', path = ''] = key.split(' ')
  const answer = await fetch(api.url + path.replaceAll(/\{\w+\}/g, 'none'), { method })
  return { status: answer.status, text: await answer.text() }
}

test.each(OURS.filter(([, call]) => !call.public))(
  '%s of the contract requires a session',
  async (key) => expect((await bare(key)).status).toBe(401),
)

test.each(OURS.filter(([, call]) => call.public))('%s of the contract is public', async (key) => {
  const { status, text } = await bare(key)
  expect([401, 500]).not.toContain(status)
  // the call exists, and its unknown id is answered with 404
  expect(text).not.toContain('There is nothing at')
})

test.each([
  'GET /session',
  'GET /summary',
  'GET /bookings',
  'GET /partners',
  'GET /user/all',
] as const)('what the server answers to %s is what the contract says', async (key) => {
  const { body } = await api.call('GET', key.split(' ')[1] ?? '')
  expect(Compile(CALLS[key].answers[200].schema).Errors(body)).toEqual([])
})

import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerErrors } from './errors.ts'

test.each([
  ['of the server', 'ENOSPC'],
  ['of PostgreSQL', '53100'],
])('a full disk %s is answered with what to do', async (_whose, code) => {
  const app = Fastify()
  app.decorateRequest('administrator')
  registerErrors(app)
  app.get('/', () => {
    throw Object.assign(new Error('no space left'), { code })
  })
  const { statusCode, body } = await app.inject('/')
  const message =
    'The disk of the server is full, and nothing was saved. Tell your administrator, then try again.'
  expect([statusCode, JSON.parse(body)]).toEqual([503, { error: { code: 'DISK_FULL', message } }])
})

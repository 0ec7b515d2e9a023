import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerErrors } from './errors.ts'
import { HttpError, invalid, notFound } from './http-error.ts'
import { loggerOptions } from './logger.ts'

/** Calls a route that fails with `error`, and returns the lines of the log. */
async function logOf(error: Error, administrator?: { id: string }) {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = Fastify({ logger: { ...loggerOptions('warn'), stream } })
  app.decorateRequest('administrator', {
    getter() {
      if (!administrator) throw new Error('The session of this request is not checked.')
      return {
        ...administrator,
        email: '',
        name: '',
        tokenSerial: 0,
        sessionId: '',
        role: 'administrator' as const,
      }
    },
  })
  registerErrors(app)
  app.get('/partners', () => {
    throw error
  })
  await app.inject('/partners?search=Asha&limit=50')
  return lines.map((line) => JSON.parse(line) as unknown)
}

test('logs which call was refused, for whom and why, without what was searched', async () => {
  const refused = new HttpError(403, 'ELEVATION_REQUIRED', 'Turn Super Admin on.', {
    field: 'status',
  })
  expect(await logOf(refused, { id: '8f1c' })).toEqual([
    expect.objectContaining({
      msg: 'A call was refused.',
      req: {
        method: 'GET',
        url: '/partners?search=[redacted]&limit=50',
        remoteAddress: '127.0.0.1',
      },
      status: 403,
      code: 'ELEVATION_REQUIRED',
      field: 'status',
      administrator: '8f1c',
    }),
  ])
})

test('logs a call without a session, without an administrator', async () => {
  const [line] = await logOf(new HttpError(401, 'SIGN_IN_REQUIRED', 'Sign in to continue.'))
  expect(line).toMatchObject({ status: 401, code: 'SIGN_IN_REQUIRED' })
  expect(line).not.toHaveProperty('administrator')
})

test('does not log that a record is missing or was changed', async () => {
  expect(await logOf(notFound('Booking not found.'))).toEqual([])
  expect(await logOf(new HttpError(409, 'CHANGED', 'Somebody changed it.'))).toEqual([])
})

test('logs only the beginning of a field whose name is long', async () => {
  const field = 'f'.repeat(200_000)
  const [line] = await logOf(invalid(field, `${field} is not valid.`))
  expect(JSON.stringify(line).length).toBeLessThan(1000)
  expect(line).toMatchObject({ field: `${'f'.repeat(500)}…` })
})

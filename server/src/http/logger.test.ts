import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { loggedError, loggedUrl, loggerOptions } from './logger.ts'

test('logs the parameters of a list, and no search, code, signature or file name', () => {
  expect(loggedUrl('/users?has=pending&search=Asha%20Rao&limit=50')).toBe(
    '/users?has=pending&search=[redacted]&limit=50',
  )
  expect(loggedUrl('/reset-password?oobCode=f3a9&mode=resetPassword')).toBe(
    '/reset-password?oobCode=[redacted]&mode=[redacted]',
  )
  expect(loggedUrl('/documents/1/content/Asha%20Rao.pdf?expires=1795560000&signature=ab%2Bc')).toBe(
    '/documents/1/content/[redacted]?expires=[redacted]&signature=[redacted]',
  )
  expect(loggedUrl('/partners/66a1')).toBe('/partners/66a1')
})

test('logs the stack and the code of an error and of its cause, and no values of a row', () => {
  const cause = Object.assign(new Error('duplicate key value violates a constraint'), {
    code: '23505',
    detail: 'Key (email)=(asha@office.example) already exists.',
    where: 'COPY partner, line 1: "123456789012"',
  })
  const logged = loggedError(new TypeError('The call failed.', { cause }))
  expect(logged).toMatchObject({
    type: 'TypeError',
    message: 'The call failed.',
    cause: { code: '23505', message: 'duplicate key value violates a constraint' },
  })
  expect(logged.stack).toContain('logger.test.ts')
  expect(JSON.stringify(logged)).not.toMatch(/asha|1234/)
})

test('logs up to five errors of an error that has several', () => {
  const steps = Array.from({ length: 7 }, (_, at) =>
    Object.assign(new Error(`step ${at}`), { code: '57014', detail: 'asha@office.example' }),
  )
  const nested = new AggregateError([new Error('a mail')], 'one day')
  const logged = loggedError(new AggregateError([nested, ...steps], 'several steps'))
  expect(logged).toMatchObject({
    message: 'several steps',
    errors: [
      { message: 'one day', errors: [{ message: 'a mail' }] },
      ...steps.slice(0, 4).map(({ message, code }) => ({ message, code })),
    ],
  })
  expect(JSON.stringify(logged)).not.toContain('asha')
  expect(loggedError(new Error('one'))).not.toHaveProperty('errors')
})

test('writes each entry as one line of JSON with its time in UTC, whatever its text contains', () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const { log } = Fastify({ logger: { ...loggerOptions('warn'), stream } })
  const text = 'first\r\n{"level":50,"msg":"forged"}\u2028\u0000'
  log.warn({ field: text }, text)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^\{[^\r\n]*\}\n$/)
  const { time, msg, field } = JSON.parse(lines[0] ?? '') as Record<string, string>
  expect([msg, field]).toEqual([text, text])
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

import type { FastifyInstance } from 'fastify'
import { unstorablePart } from '../database/storable-json.ts'
import { invalid } from './http-error.ts'

/**
 * Rejects with 400, before any handler, a request with text that PostgreSQL cannot store or JSON that is
 * nested too deep. Headers need no check: Node rejects NUL in them and reads them as Latin-1.
 */
export function registerRequestCheck(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    checkStorable(params, 'address')
    checkStorable(query, 'query')
    checkStorable(body, 'body')
  })
}

/** Throws an `HttpError` that names the field of `part` that cannot be stored. */
export function checkStorable(value: unknown, part: string): void {
  const found = unstorablePart(value)
  if (found === null) return
  // '*' is the path of a file, which is not a field
  const field = found.path === '*' ? '' : found.path
  const subject = field === '' ? `The ${part}` : field
  throw invalid(field, `${subject} ${found.why}.`)
}

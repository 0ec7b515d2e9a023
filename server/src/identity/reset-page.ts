import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { MIN_PASSWORD_LENGTH } from '../session/password.ts'

const FILES = [
  { path: '/reset-password', file: 'page.html', type: 'text/html; charset=utf-8' },
  { path: '/reset-password/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
  { path: '/reset-password/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
]

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the page of the reset link, and its style and script as separate files. */
export function registerResetPage(scope: FastifyInstance): void {
  for (const { path, file, type } of FILES)
    scope.get(path, async (_request, reply) => {
      const content = await readFile(new URL(`reset-page/${file}`, import.meta.url), 'utf8')
      return (
        reply
          .type(type)
          .header('content-security-policy', POLICY)
          .header('x-content-type-options', 'nosniff')
          // the address of this page contains the code
          .header('referrer-policy', 'no-referrer')
          .send(content.replaceAll('{{minimum}}', String(MIN_PASSWORD_LENGTH)))
      )
    })
}

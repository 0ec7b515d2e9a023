import type { FastifyRequest } from 'fastify'
import { bearerToken } from '../http/bearer-token.ts'
import { isSameSecret } from '../http/same-secret.ts'

/** Returns whether the request has the token of METRICS_TOKEN. Without such a token, no request has it. */
export function hasMetricsToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = bearerToken(request)
  return token !== undefined && given !== undefined && isSameSecret(given, token)
}

import type { FastifyRequest } from 'fastify'

/** Returns the token of `Authorization: Bearer`, or undefined. */
export function bearerToken({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
}

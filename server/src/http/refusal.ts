import type { FastifyRequest } from 'fastify'
import { beginning } from './http-error.ts'

/**
 * The statuses of refused calls that are logged: a sign-in, session or right that is missing, invalid input, a limit.
 * The console causes few of them; many are an attempt to evade a control.
 */
const LOGGED: readonly number[] = [400, 401, 403, 413, 415, 422, 429]

/** Logs which call was refused, for whom and why. */
export function logRefusal(
  request: FastifyRequest,
  { status, code, field }: { status: number; code: string; field?: string | undefined },
): void {
  if (!LOGGED.includes(status)) return
  const refusal = {
    status,
    code: beginning(code),
    ...(field !== undefined && { field: beginning(field) }),
    administrator: administratorOf(request),
  }
  request.log.warn({ req: request, ...refusal }, 'A call was refused.')
}

/** Returns the id of the administrator; undefined without a session that was checked. */
function administratorOf(request: FastifyRequest): string | undefined {
  try {
    return request.administrator.id
  } catch {
    return undefined
  }
}

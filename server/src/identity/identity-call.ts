import { isEmail } from '@mandap/domain/session/email.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import type { SendMail } from '../mail/mail.ts'
import type { Workload } from '../metrics/workload.ts'
import type { Limits } from '../config/attempt-limits.ts'
import { type AttemptCounter, consumeAttempt } from '../rate-limit/rate-limit.ts'
import type { CallLimit } from '../session/call-limit.ts'
import { deviceCookie } from '../session/device.ts'
import type { isPassword } from '../session/password.ts'
import type { SigningKeys } from '../session/signing-key.ts'
import type { SecondFactorRule } from '../config/second-factor-rule.ts'
import { IdentityError } from './identity-error.ts'

export interface IdentityDependencies {
  db: Database
  /** The server's public origin: the issuer of the tokens, and the origin of mailed links. */
  publicUrl: string
  mail: SendMail
  keys: SigningKeys
  apiKey?: string
  /** Other origins whose pages may call the service. */
  origins?: readonly string[]
  now?: () => Date
  limits?: Limits
  isPassword?: typeof isPassword
  /** Runs work after the answer, so that the time of the answer does not tell whether the account exists. */
  later?: (work: Promise<void>) => void
  /** Whether administrators need, may have, or cannot have a second factor. */
  secondFactor?: SecondFactorRule
  /** Counts the sign-ins. */
  workload?: Workload
  /** The file of passwords from breaches. */
  breachedPasswords?: string | undefined
  /** Counts the calls that are made with a session. */
  callLimit?: CallLimit | undefined
}

/** What each call of the identity service needs. */
export type Identity = Required<Omit<IdentityDependencies, 'breachedPasswords' | 'callLimit'>> &
  Pick<IdentityDependencies, 'breachedPasswords' | 'callLimit'> & {
    log: FastifyInstance['log']
  }

export type Fields = Record<string, unknown>

/** Counts an attempt. Throws when a limit is reached. */
export async function allowAttempt(
  { db, limits, now }: Identity,
  counters: readonly AttemptCounter[],
) {
  const retryAfter = await consumeAttempt(db, limits, counters, now())
  if (retryAfter > 0) throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', { retryAfter })
}

/** Makes the browser a known device of the administrator. */
export function setDeviceCookie(
  { publicUrl }: Identity,
  reply: FastifyReply,
  { administratorId, deviceToken }: { administratorId: string; deviceToken: string },
) {
  const isSecure = publicUrl.startsWith('https:')
  reply.header('set-cookie', deviceCookie(administratorId, deviceToken, isSecure))
}

export function requiredEmail(body: Fields): string {
  const email = text(body['email']).trim()
  if (!email) throw new IdentityError('MISSING_EMAIL')
  // a longer address cannot receive mail
  if (!isEmail(email)) throw new IdentityError('INVALID_EMAIL')
  return email
}

export function fields({ body }: FastifyRequest): Fields {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** Returns an object in the body; an empty one if there is none. */
export function nested(body: Fields, field: string): Fields {
  const value = body[field]
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { notFound } from '../http/http-error.ts'
import { registerRoute } from '../http/route.ts'
import type { Mail, SendMail } from '../mail/mail.ts'
import { sendNotice } from '../mail/notice.ts'
import { type Origin, originOf } from '../mail/origin.ts'
import { countedAddress, LIMITS, type Limits } from '../rate-limit/rate-limit.ts'
import type { SignedIn } from '../session/bearer.ts'
import { deviceCookie } from '../session/device.ts'
import { sessionExpired } from '../session/guard.ts'
import { type NewTokens, withNewTokens } from '../session/new-tokens.ts'
import { signingKeys } from '../session/signing-key.ts'
import { changePassword } from './change-password.ts'
import { confirmAdministrator } from './current-password.ts'
import {
  type AccountHolder,
  otherSessionsEndedMail,
  passwordChangedMail,
  sessionEndedMail,
} from './mails.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './sessions.ts'

interface Dependencies {
  db: Database
  mail: SendMail
  publicUrl: string
  breachedPasswords: string | undefined
  now: () => Date
  limits?: Limits
}

/** Registers the calls of the account screen. Each act is an audit entry and a mail to the administrator. */
export function registerAccount(
  app: FastifyInstance,
  { db, mail, publicUrl, breachedPasswords, now, limits = LIMITS }: Dependencies,
): void {
  const later = workAfterAnswers(app)
  const keys = signingKeys(db, now)
  const accounts = { db, keys, publicUrl, limits, breachedPasswords, now }

  registerRoute(app, 'GET /account', async ({ administrator }) => {
    const { email, name, password_changed_at } = await db
      .selectFrom('administrator')
      .select(['email', 'name', 'password_changed_at'])
      .where('id', '=', administrator.id)
      .executeTakeFirstOrThrow()
    const passwordChangedAt = password_changed_at?.toISOString() ?? null
    const sessions = await ownSessions(db, administrator, now())
    return { data: { email, name, passwordChangedAt, sessions } }
  })

  registerRoute(app, 'POST /account/sessions/{id}/end', async (request) => {
    const { administrator, body, params } = request
    const isProved = await confirmAdministrator(accounts, administrator, body, now())
    // the present session has no tokens after its end
    const needsTokens = isProved && params.id !== administrator.sessionId
    const { result: ended, tokens } = await writeProved(administrator, needsTokens, async (trx) => {
      const session = await endOwnSession(trx, administrator, params.id, now())
      if (!session) throw notFound('This is not one of your sessions.')
      return session
    })
    if (ended !== 'ended')
      tell(request, (holder, origin) => sessionEndedMail(holder, ended, origin))
    return { data: { ...tokens } }
  })

  registerRoute(app, 'POST /account/sessions/end-others', async (request) => {
    const { administrator, body } = request
    const isProved = await confirmAdministrator(accounts, administrator, body, now())
    const { result: ended, tokens } = await writeProved(administrator, isProved, (trx) =>
      endOtherSessions(trx, administrator, now()),
    )
    if (ended > 0) tell(request, (holder, origin) => otherSessionsEndedMail(holder, ended, origin))
    return { data: { ended, ...tokens } }
  })

  registerRoute(app, 'POST /account/password', async (request, reply) => {
    const { administrator, body, ip } = request
    const change = { ...body, address: countedAddress(ip) }
    const { tokens, deviceToken } = await changePassword(accounts, administrator, change, now())
    tell(request, passwordChangedMail)
    const isSecure = publicUrl.startsWith('https:')
    reply.header('set-cookie', deviceCookie(administrator.id, deviceToken, isSecure))
    return { data: tokens }
  })

  /** Writes in a transaction, which also replaces the tokens of the session if the person has proved who they are. */
  async function writeProved<T>(
    administrator: SignedIn,
    isProved: boolean,
    work: (trx: Database) => Promise<T>,
  ): Promise<{ result: T; tokens?: NewTokens }> {
    if (!isProved) return { result: await db.transaction().execute(work) }
    const done = await withNewTokens(accounts, administrator, work)
    if (!done) throw sessionExpired()
    return done
  }

  /** Mails the administrator of a request what was done in their account. */
  function tell(request: FastifyRequest, write: (holder: AccountHolder, origin: Origin) => Mail) {
    const { email, name } = request.administrator
    const told = write({ email, name, publicUrl }, originOf(request, now()))
    later(sendNotice(mail, request.log, told))
  }
}

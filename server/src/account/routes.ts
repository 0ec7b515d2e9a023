import { deviceName, deviceText } from '@mandap/domain/session/device-name.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { notFound } from '../http/http-error.ts'
import { registerRoute } from '../http/route.ts'
import type { Mail, SendMail } from '../mail/mail.ts'
import { sendNotice } from '../mail/notice.ts'
import { countedAddress, LIMITS, type Limits } from '../rate-limit/rate-limit.ts'
import { deviceCookie } from '../session/device.ts'
import { changePassword } from './change-password.ts'
import { confirmAdministrator } from './current-password.ts'
import {
  type AccountHolder,
  type Origin,
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

  registerRoute(app, 'POST /account/sessions/{id}/end', async (request, reply) => {
    const { administrator, body, params } = request
    await confirmAdministrator({ db, limits }, administrator, body.currentPassword, now())
    const ended = await endOwnSession(db, administrator, params.id, now())
    if (!ended) throw notFound('This is not one of your sessions.')
    if (ended !== 'ended')
      tell(request, (holder, origin) => sessionEndedMail(holder, ended, origin))
    return reply.code(204).send()
  })

  registerRoute(app, 'POST /account/sessions/end-others', async (request) => {
    const { administrator, body } = request
    await confirmAdministrator({ db, limits }, administrator, body.currentPassword, now())
    const ended = await endOtherSessions(db, administrator, now())
    if (ended > 0) tell(request, (holder, origin) => otherSessionsEndedMail(holder, ended, origin))
    return { data: { ended } }
  })

  registerRoute(app, 'POST /account/password', async (request, reply) => {
    const { administrator, body, ip } = request
    const change = { ...body, address: countedAddress(ip) }
    const accounts = { db, limits, breachedPasswords }
    const deviceToken = await changePassword(accounts, administrator, change, now())
    tell(request, passwordChangedMail)
    const isSecure = publicUrl.startsWith('https:')
    reply.header('set-cookie', deviceCookie(administrator.id, deviceToken, isSecure))
    return reply.code(204).send()
  })

  /** Mails the administrator of a request what was done in their account. */
  function tell(
    { administrator, headers, ip, log }: FastifyRequest,
    write: (holder: AccountHolder, origin: Origin) => Mail,
  ) {
    const device = deviceText(deviceName(headers['user-agent'] ?? ''))
    const origin = { at: now(), device, address: countedAddress(ip) }
    const { email, name } = administrator
    later(sendNotice(mail, log, write({ email, name, publicUrl }, origin)))
  }
}

import { INVALID_EMAIL, isEmail } from '@mandap/domain/session/email.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AuthorisedNumber } from '../config/setting.ts'
import type { Database } from '../database/connection.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import { registerRoute } from '../http/route.ts'
import { WEB_API_KEY } from '../identity/identity-toolkit.ts'
import { resetLink } from '../identity/reset-code.ts'
import type { Mail, SendMail } from '../mail/mail.ts'
import { sendNotice } from '../mail/notice.ts'
import { consumeAttempt, LIMITS, type Limits } from '../rate-limit/rate-limit.ts'
import { disableAdministrator } from '../session/administrator.ts'
import type { Actor } from '../session/record.ts'
import { requireElevation } from '../super-admin/elevation.ts'
import {
  changeRole,
  endAllSessions,
  inviteAdministrator,
  type Person,
  resetFactor,
} from './acts.ts'
import { administratorList } from './list.ts'
import {
  disabledMail,
  factorResetMail,
  invitationMail,
  roleChangedMail,
  sessionsEndedMail,
} from './mails.ts'

interface Dependencies {
  db: Database
  mail: SendMail
  publicUrl: string
  /** The phones that may elevate (§5.1). */
  numbers: readonly AuthorisedNumber[]
  now: () => Date
  limits?: Limits
}

/** Registers the calls on the administrators, for Super Admins. Each act is an audit entry and a mail to the person. */
export function registerAdministrators(
  app: FastifyInstance,
  { db, mail, publicUrl, numbers, now, limits = LIMITS }: Dependencies,
): void {
  const later = workAfterAnswers(app)

  registerRoute(app, 'GET /administrators', async (request) => {
    await requireElevation(db, request, now())
    return {
      data: await administratorList(db, { numbers, ownId: request.administrator.id }, now()),
    }
  })

  registerRoute(app, 'POST /administrators', async (request, reply) => {
    const actor = await actorOf(request)
    const email = request.body.email.trim()
    const name = request.body.name?.trim()
    if (!isEmail(email)) throw refused('INVALID', INVALID_EMAIL, 'email')
    await allowInvitation(request)
    const { role } = request.body
    const invited = await inviteAdministrator(db, { email, name, role }, actor, now())
    if (!invited)
      throw refused('ALREADY_ADMINISTRATOR', `${email} is already an administrator.`, 'email')
    const { person, code } = invited
    const link = resetLink(publicUrl, WEB_API_KEY, code)
    await mail(invitationMail({ ...person, by: actor.by }, link)).catch((cause: unknown) => {
      const message = 'The invitation could not be mailed. Try again.'
      throw Object.assign(new HttpError(502, 'MAIL_FAILED', message), { cause })
    })
    return reply.code(201).send({ data: { id: person.id, email: person.email } })
  })

  registerRoute(app, 'POST /administrators/{id}/disable', async (request, reply) => {
    const actor = await actorOf(request)
    const person = await otherAdministrator(request)
    if (!person.isDisabled) {
      await disableAdministrator(db, person.email, now(), actor)
      tell(request, disabledMail({ ...person, by: actor.by }))
    }
    return reply.code(204).send()
  })

  registerRoute(app, 'POST /administrators/{id}/role', async (request, reply) => {
    const actor = await actorOf(request)
    const person = await otherAdministrator(request)
    const { role } = request.body
    if (await changeRole(db, person, role, actor, now()))
      tell(request, roleChangedMail({ ...person, by: actor.by }, role))
    return reply.code(204).send()
  })

  registerRoute(app, 'POST /administrators/{id}/end-sessions', async (request) => {
    const actor = await actorOf(request)
    const person = await otherAdministrator(request)
    const ended = await endAllSessions(db, person, actor, now())
    if (ended > 0) tell(request, sessionsEndedMail({ ...person, by: actor.by }))
    return { data: { ended } }
  })

  registerRoute(app, 'POST /administrators/{id}/reset-factor', async (request, reply) => {
    const actor = await actorOf(request)
    const person = await otherAdministrator(request)
    if (await resetFactor(db, person, actor))
      tell(request, factorResetMail({ ...person, by: actor.by }))
    return reply.code(204).send()
  })

  async function actorOf(request: FastifyRequest): Promise<Actor> {
    const { number } = await requireElevation(db, request, now())
    return { by: request.administrator.email, elevation: number }
  }

  /** Returns the administrator in the path. Throws an error if there is none, or it is the one of the request. */
  async function otherAdministrator({
    administrator,
    params,
  }: FastifyRequest<{ Params: { id: string } }>): Promise<Person & { isDisabled: boolean }> {
    const row = await db
      .selectFrom('administrator')
      .select(['id', 'email', 'name', 'disabled_at'])
      // text, because any text can be in the path
      .where(sql`id::text`, '=', params.id)
      .executeTakeFirst()
    if (!row) throw notFound('There is no such administrator.')
    if (row.id === administrator.id)
      throw refused('OWN_ACCOUNT', 'You cannot do this to your own account.', 'id')
    const { id, email, name, disabled_at } = row
    return { id, email, name, isDisabled: disabled_at !== null }
  }

  async function allowInvitation({ administrator }: FastifyRequest) {
    const counter = { limit: 'inviteByAccount', subject: administrator.id } as const
    const retryAfter = await consumeAttempt(db, limits, [counter], now())
    if (retryAfter === 0) return
    const error = new HttpError(429, 'TOO_MANY_ATTEMPTS', 'Too many invitations within an hour.')
    throw Object.assign(error, { retryAfter })
  }

  /** Sends a mail after the answer. */
  function tell({ log }: FastifyRequest, told: Mail) {
    later(sendNotice(mail, log, told))
  }
}

function refused(code: string, message: string, field: string): HttpError {
  return new HttpError(400, code, message, field)
}

import { INVALID_EMAIL, isStorableEmail } from '@mandap/domain/session/email.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../database/connection.ts'
import { HttpError } from '../http/http-error.ts'
import { registerRoute } from '../http/route.ts'
import { WEB_API_KEY } from '../identity/identity-toolkit.ts'
import { resetLink } from '../identity/reset-code.ts'
import type { SendMail } from '../mail/mail.ts'
import { LIMITS } from '../config/attempt-limits.ts'
import { consumeAttempt } from '../rate-limit/rate-limit.ts'
import { attemptRefused } from '../rate-limit/refusal.ts'
import { otherAdministrator, refused, sendsAfterAnswer, superAdminOf } from './super-admin-call.ts'
import { inviteAdministrator, resetFactor } from './changes.ts'
import { factorResetMail, invitationMail } from './mails.ts'

interface Dependencies {
  db: Database
  mail: SendMail
  publicUrl: string
  now: () => Date
}

/**
 * Registers the calls of Super Admins on passwords and second factors of others, which only the embedded identity service
 * has. Each change is an audit entry and a mail to the person.
 */
export function registerInvitations(
  app: FastifyInstance,
  { db, mail, publicUrl, now }: Dependencies,
): void {
  const notify = sendsAfterAnswer(app, mail)

  registerRoute(app, 'POST /administrators', async (request, reply) => {
    const actor = await superAdminOf(db, request, now())
    const email = request.body.email.trim()
    const name = request.body.name?.trim()
    if (!isStorableEmail(email)) throw refused('INVALID', INVALID_EMAIL, 'email')
    await allowInvitation(request)
    const { role } = request.body
    const invited = await inviteAdministrator(db, { email, name, role }, actor, now())
    if (!invited)
      throw refused('ALREADY_ADMINISTRATOR', `${email} is already an administrator.`, 'email')
    const { person, code } = invited
    const link = resetLink(publicUrl, WEB_API_KEY, code)
    await mail(invitationMail({ ...person, by: actor.by }, link)).catch((cause: unknown) => {
      const message = 'The invitation could not be mailed. Try again.'
      throw new HttpError(502, 'MAIL_FAILED', message, { cause })
    })
    return reply.code(201).send({ data: { id: person.id, email: person.email } })
  })

  registerRoute(app, 'POST /administrators/{id}/reset-factor', async (request, reply) => {
    const actor = await superAdminOf(db, request, now())
    const person = await otherAdministrator(db, request)
    if (await resetFactor(db, person, actor, now()))
      notify(request, factorResetMail({ ...person, by: actor.by }))
    return reply.code(204).send()
  })

  async function allowInvitation({ administrator }: FastifyRequest) {
    const counter = { limit: 'inviteByAccount', subject: administrator.id } as const
    const wait = await consumeAttempt(db, LIMITS, [counter], now())
    if (wait === 0) return
    throw attemptRefused('TOO_MANY_ATTEMPTS', 'Too many invitations within an hour.', wait)
  }
}

import type { FastifyInstance } from 'fastify'
import type { AuthorisedNumber } from '../config/setting.ts'
import type { Database } from '../database/connection.ts'
import { registerRoute } from '../http/route.ts'
import type { SendMail } from '../mail/mail.ts'
import { requireElevation } from '../super-admin/elevation.ts'
import { otherAdministrator, sendsAfterAnswer, superAdminOf } from './super-admin-call.ts'
import { changeRole, disable, endAllSessions } from './changes.ts'
import { administratorList } from './list.ts'
import { disabledMail, roleChangedMail, sessionsEndedMail } from './mails.ts'

interface Dependencies {
  db: Database
  mail: SendMail
  /** The phones that may elevate (§5.1). */
  numbers: readonly AuthorisedNumber[]
  /** Whether passwords and second factors are here, and not at a hosted identity service. */
  hasPasswords: boolean
  now: () => Date
}

/** Registers the calls on the administrators, for Super Admins. Each change is an audit entry and a mail to the person. */
export function registerAdministrators(
  app: FastifyInstance,
  { db, mail, numbers, hasPasswords, now }: Dependencies,
): void {
  const notify = sendsAfterAnswer(app, mail)

  registerRoute(app, 'GET /administrators', async (request) => {
    await requireElevation(db, request, now())
    const ownId = request.administrator.id
    return { data: await administratorList(db, { numbers, hasPasswords, ownId }, now()) }
  })

  registerRoute(app, 'POST /administrators/{id}/disable', async (request, reply) => {
    const actor = await superAdminOf(db, request, now())
    const person = await otherAdministrator(db, request)
    if (await disable(db, person, actor, now()))
      notify(request, disabledMail({ ...person, by: actor.by }))
    return reply.code(204).send()
  })

  registerRoute(app, 'POST /administrators/{id}/role', async (request, reply) => {
    const actor = await superAdminOf(db, request, now())
    const person = await otherAdministrator(db, request)
    const { role } = request.body
    if (await changeRole(db, person, role, actor, now()))
      notify(request, roleChangedMail({ ...person, by: actor.by }, role))
    return reply.code(204).send()
  })

  registerRoute(app, 'POST /administrators/{id}/end-sessions', async (request) => {
    const actor = await superAdminOf(db, request, now())
    const person = await otherAdministrator(db, request)
    const { sessions: ended } = await endAllSessions(db, person, actor, now())
    if (ended > 0) notify(request, sessionsEndedMail({ ...person, by: actor.by }))
    return { data: { ended } }
  })
}

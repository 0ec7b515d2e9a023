import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.ts'
import { notFound } from '../http/http-error.ts'
import { registerRoute } from '../http/route.ts'
import type { SendMail } from '../mail/mail.ts'
import { recordAccount } from '../session/audit-entry.ts'
import type { ConfirmedWrite } from './confirmed-write.ts'
import { otherSessionsEndedMail, sessionEndedMail } from './mails.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './sessions.ts'
import { holderNotifier } from './notify-holder.ts'

interface Dependencies {
  db: Database
  mail: SendMail
  publicUrl: string
  now: () => Date
  confirmedWrite: ConfirmedWrite
}

/** Registers the calls on the own account and sessions. Each change is an audit entry and a mail to the administrator. */
export function registerAccount(
  app: FastifyInstance,
  { db, mail, publicUrl, now, confirmedWrite }: Dependencies,
): void {
  const notify = holderNotifier(app, { mail, publicUrl, now })

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
    const endsOwnSession = params.id === administrator.sessionId
    const { result: ended, tokens } = await confirmedWrite(administrator, body, {
      async work(trx) {
        const session = await endOwnSession(trx, administrator, params.id, now())
        if (!session) throw notFound('This is not one of your sessions.')
        return session
      },
      async record(trx, session) {
        if (session === 'ended') return
        await recordAccount(trx, 'endSessions', administrator, {
          after: { sessions: 1, ...session },
        })
      },
      endsOwnSession,
    })
    if (ended !== 'ended')
      notify(request, (holder, origin) => sessionEndedMail(holder, ended, origin))
    return { data: { ...tokens } }
  })

  registerRoute(app, 'POST /account/sessions/end-others', async (request) => {
    const { administrator, body } = request
    const { result: ended, tokens } = await confirmedWrite(administrator, body, {
      work: (trx) => endOtherSessions(trx, administrator, now()),
      async record(trx, sessions) {
        if (sessions > 0)
          await recordAccount(trx, 'endSessions', administrator, { after: { sessions } })
      },
    })
    if (ended > 0)
      notify(request, (holder, origin) => otherSessionsEndedMail(holder, ended, origin))
    return { data: { ended, ...tokens } }
  })
}

import type { ErrorCode } from '@mandap/contract/error-code.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { workAfterAnswers } from '../http/after-answer.ts'
import { HttpError, notFound } from '../http/http-error.ts'
import type { Mail, SendMail } from '../mail/mail.ts'
import { sendNotice } from '../mail/notice.ts'
import type { Actor } from '../session/audit-entry.ts'
import { requireElevation } from '../super-admin/elevation.ts'
import type { Person } from './changes.ts'

/** Returns the Super Admin of a request, for the audit log. Throws an `HttpError` without a grant. */
export async function superAdminOf(
  db: Database,
  request: FastifyRequest,
  now: Date,
): Promise<Actor> {
  const { number } = await requireElevation(db, request, now)
  return { by: request.administrator.email, elevation: number }
}

/** Returns the administrator in the path. Throws an `HttpError` if there is none, or it is the one of the request. */
export async function otherAdministrator(
  db: Database,
  { administrator, params }: FastifyRequest<{ Params: { id: string } }>,
): Promise<Person> {
  const row = await db
    .selectFrom('administrator')
    .select(['id', 'email', 'name'])
    // text, because any text can be in the path
    .where(sql`id::text`, '=', params.id)
    .executeTakeFirst()
  if (!row) throw notFound('There is no such administrator.')
  if (row.id === administrator.id)
    throw refused('OWN_ACCOUNT', 'You cannot do this to your own account.', 'id')
  return row
}

/** Returns a function that sends a mail after the answer to a request. */
export function sendsAfterAnswer(app: FastifyInstance, mail: SendMail) {
  const later = workAfterAnswers(app)
  return ({ log }: FastifyRequest, notification: Mail): void =>
    later(sendNotice(mail, log, notification))
}

export function refused(code: ErrorCode, message: string, field: string): HttpError {
  return new HttpError(400, code, message, { field })
}

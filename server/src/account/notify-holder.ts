import type { FastifyInstance, FastifyRequest } from 'fastify'
import { workAfterAnswers } from '../http/after-answer.ts'
import type { AccountHolder } from '../mail/account-holder.ts'
import type { Mail, SendMail } from '../mail/mail.ts'
import { sendNotice } from '../mail/notice.ts'
import { type Origin, originOf } from '../mail/origin.ts'

interface Dependencies {
  mail: SendMail
  publicUrl: string
  now: () => Date
}

/** Returns a function that mails the administrator of a request, after the answer, what was done in their account. */
export function holderNotifier(app: FastifyInstance, { mail, publicUrl, now }: Dependencies) {
  const later = workAfterAnswers(app)
  return (
    request: FastifyRequest,
    write: (holder: AccountHolder, origin: Origin) => Mail,
  ): void => {
    const { email, name } = request.administrator
    const notification = write({ email, name, publicUrl }, originOf(request, now()))
    later(sendNotice(mail, request.log, notification))
  }
}

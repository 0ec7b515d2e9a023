import type { SendMail } from '../mail/mail.ts'

/** How a sign-in ended: with a session, with the question for a second factor, or refused for a reason. */
export const SIGN_IN_OUTCOMES = [
  'signedIn',
  'asksSecondFactor',
  'wrongPassword',
  'wrongSecondFactor',
  'disabled',
  'limited',
  'failed',
  'invalid',
] as const
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number]

/** How sending a mail ended. Without a mail server, a mail that became a file counts as sent. */
export const MAIL_OUTCOMES = ['sent', 'failed'] as const

/** What this process has open, and the sign-ins and mails that it counted. `GET /metrics` reads it. */
export interface Workload {
  /** Streams of live changes that are open. */
  openStreams: number
  readonly signIns: Record<SignInOutcome, number>
  readonly mails: Record<(typeof MAIL_OUTCOMES)[number], number>
}

export function newWorkload(): Workload {
  const signIns = {
    signedIn: 0,
    asksSecondFactor: 0,
    wrongPassword: 0,
    wrongSecondFactor: 0,
    disabled: 0,
    limited: 0,
    failed: 0,
    invalid: 0,
  }
  return { openStreams: 0, signIns, mails: { sent: 0, failed: 0 } }
}

/** Returns a `SendMail` that also counts the mails by outcome. */
export function countMails(send: SendMail, { mails }: Pick<Workload, 'mails'>): SendMail {
  return async (mail) => {
    try {
      await send(mail)
      mails.sent++
    } catch (error) {
      mails.failed++
      throw error
    }
  }
}

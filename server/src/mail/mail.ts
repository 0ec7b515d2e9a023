import { withinSeconds } from '../clock/within-seconds.ts'
import { writeMessage } from './outbox.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Sends a mail, or rejects with the answer of the mail server. */
export type SendMail = (mail: Mail) => Promise<void>

/** How long a mail server may take. */
interface MailLimits {
  /** Milliseconds to connect and greet. */
  connectMs: number
  /** Milliseconds for a whole mail. */
  totalMs: number
}

/** A console waits 30 s for the answer to an invitation, and a server that stops waits for its mails. */
const MAIL_LIMITS: MailLimits = { connectMs: 10_000, totalMs: 25_000 }

/** Sends mail through an SMTP server: `smtp://user:password@host:587`, or `smtps:`. */
export function smtpMail(
  url: string,
  from: string,
  { connectMs, totalMs }: MailLimits = MAIL_LIMITS,
): SendMail {
  const limits = {
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: totalMs,
  }
  const options = { from, disableFileAccess: true, disableUrlAccess: true }
  return async (mail) => {
    const { createTransport } = await nodemailer()
    const sent = createTransport({ url, ...limits }, options).sendMail(addressed(mail))
    await withinSeconds(totalMs / 1000, sent)
  }
}

/** Returns the mail with its recipient as one address. Nodemailer would read a text as a list of addresses with names. */
function addressed({ to, ...mail }: Mail) {
  return { ...mail, to: { name: '', address: to } }
}

/**
 * Writes each mail to an `.eml` file in `folder`, named by its time. Calls `say` with a line that names it.
 */
export function outboxMail(folder: string, from: string, say: (line: string) => void): SendMail {
  const options = { streamTransport: true, buffer: true, newline: 'windows' } as const
  return async (mail) => {
    const { createTransport } = await nodemailer()
    const transport = createTransport(options)
    const { message } = await transport.sendMail({
      from,
      ...addressed(mail),
      text: unwrapped(mail.text),
    })
    const file = await writeMessage(folder, 'eml', message)
    say(`Mail to ${mail.to}: ${file}`)
  }
}

// quoted-printable would break the link for people who open the file in an editor
function unwrapped(text: string) {
  const head = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit'
  return { raw: `${head}\r\n\r\n${text.replaceAll(/\r?\n/g, '\r\n')}` }
}

// loaded with the first mail, because a start need not wait for it
function nodemailer() {
  return import('nodemailer')
}

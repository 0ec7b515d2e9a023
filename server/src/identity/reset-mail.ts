import type { Mail } from '../mail/mail.ts'
import { escaped, greeting, linkHtml, linkText, mailHtml } from '../mail/notice.ts'
import { MAILED_CODE_MINUTES } from './reset-code.ts'

/** Returns the mail with a reset link. */
export function resetMail(to: { email: string; name: string }, link: string): Mail {
  const hello = greeting(to)
  const requested = `Someone asked to reset the password of ${to.email} for the Mandap back office.`
  const choose = { label: 'Choose a new password', url: link }
  const validity = `The link works once, within ${MAILED_CODE_MINUTES} minutes. Choosing a new password signs you out everywhere.`
  const ignore = 'If it was not you, ignore this mail: your password stays as it is.'
  return {
    to: to.email,
    subject: 'Reset your Mandap password',
    text: [hello, requested, linkText(choose), validity, ignore, ''].join('\n\n'),
    html: mailHtml(
      [
        `<p style="margin:0 0 16px">${escaped(hello)}</p>`,
        `<p style="margin:0 0 24px">${escaped(requested)}</p>`,
        linkHtml(choose),
        `<p style="margin:0 0 16px;color:#596373;font-size:14px">${escaped(validity)}</p>`,
        `<p style="margin:0;color:#596373;font-size:14px">${escaped(ignore)}</p>`,
      ],
      480,
    ),
  }
}

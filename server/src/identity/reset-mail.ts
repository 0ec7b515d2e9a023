import type { Mail } from '../mail/mail.ts'
import { escaped, greeting, linkHtml, linkText } from '../mail/notice.ts'
import { MAILED_CODE_MINUTES } from './reset-code.ts'

/** Returns the mail with a reset link. */
export function resetMail(to: { email: string; name: string }, link: string): Mail {
  const hello = greeting(to)
  const requested = `someone asked to reset the password of ${to.email} for the Mandap back office.`
  const choose = { label: 'Choose a new password', url: link }
  const validity = `The link works once, within ${MAILED_CODE_MINUTES} minutes. Choosing a new password signs you out everywhere.`
  const ignore = 'If it was not you, ignore this mail: your password stays as it is.'
  return {
    to: to.email,
    subject: 'Reset your Mandap password',
    text: [hello, requested, linkText(choose), validity, ignore, ''].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;background:#f5f6f8;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1c2430">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e2e5ea;border-radius:12px">
<p style="margin:0 0 16px">${escaped(hello)}</p>
<p style="margin:0 0 24px">${escaped(requested)}</p>
${linkHtml(choose)}
<p style="margin:0 0 16px;color:#596373;font-size:14px">${escaped(validity)}</p>
<p style="margin:0;color:#596373;font-size:14px">${escaped(ignore)}</p>
</div>
</body>
</html>
`,
  }
}

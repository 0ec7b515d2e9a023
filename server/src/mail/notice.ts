import type { FastifyBaseLogger } from 'fastify'
import type { Mail, SendMail } from './mail.ts'

/** Returns a mail of plain paragraphs, as text and as HTML. */
export function notice({
  to,
  subject,
  paragraphs,
}: {
  to: string
  subject: string
  paragraphs: readonly string[]
}): Mail {
  return {
    to,
    subject,
    text: [...paragraphs, ''].join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;background:#f5f6f8;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1c2430">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e2e5ea;border-radius:12px">
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px;white-space:pre-line">${escaped(paragraph)}</p>`).join('\n')}
</div>
</body>
</html>
`,
  }
}

/** Mails what was done to an account. A failure is logged and not thrown, because the act is done. */
export async function sendNotice(
  send: SendMail,
  log: Pick<FastifyBaseLogger, 'error'>,
  mail: Mail,
): Promise<void> {
  try {
    await send(mail)
  } catch (error) {
    log.error({ err: error }, 'A mail about an account could not be sent.')
  }
}

/** Returns the first paragraph of a mail to a person. */
export function greeting({ name }: { name: string }): string {
  return name ? `Hello ${name},` : 'Hello,'
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns a text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}

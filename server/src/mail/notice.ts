import type { FastifyBaseLogger } from 'fastify'
import type { Mail, SendMail } from './mail.ts'

/** A paragraph that is a link. */
export interface Link {
  label: string
  url: string
}

/** Returns a mail of plain paragraphs, as text and as HTML. */
export function notice({
  to,
  subject,
  paragraphs,
}: {
  to: string
  subject: string
  paragraphs: readonly (string | Link)[]
}): Mail {
  return {
    to,
    subject,
    text: [...paragraphs.map(inText), ''].join('\n\n'),
    html: mailHtml(paragraphs.map(inHtml), 560),
  }
}

/** Returns the HTML of a mail: paragraphs of HTML in a box with a maximum width in pixels. */
export function mailHtml(paragraphs: readonly string[], maxWidth: number): string {
  return `<!doctype html>
<html lang="en">
<body style="margin:0;padding:32px 16px;background:#f5f6f8;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1c2430">
<div style="max-width:${maxWidth}px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e2e5ea;border-radius:12px">
${paragraphs.join('\n')}
</div>
</body>
</html>
`
}

function inText(paragraph: string | Link): string {
  return typeof paragraph === 'string' ? paragraph : linkText(paragraph)
}

function inHtml(paragraph: string | Link): string {
  return typeof paragraph === 'string'
    ? `<p style="margin:0 0 16px;white-space:pre-line">${escaped(paragraph)}</p>`
    : linkHtml(paragraph)
}

/** Returns a link for the text of a mail, whole in a line of its own. */
export function linkText({ label, url }: Link): string {
  return `${label}:\n${url}`
}

/** Returns a link for the HTML of a mail. */
export function linkHtml({ label, url }: Link): string {
  return `<p style="margin:0 0 24px"><a href="${escaped(url)}" style="display:inline-block;padding:10px 20px;background:#3f3ba6;color:#ffffff;text-decoration:none;border-radius:8px;font-weight:600">${escaped(label)}</a></p>`
}

/** Mails what was done to an account. A failure is logged and not thrown, because the change is made. */
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

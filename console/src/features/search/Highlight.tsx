import { foundParts } from '@mandap/domain/text/found-part.ts'
import { Fragment } from 'preact/compat'
import { EmailPart, looksLikeEmail } from '../../ui/EmailText.tsx'

/** Renders a text with its matches highlighted. */
export function Highlight({ text, typed }: { text: string; typed: string }) {
  const parts = foundParts(text, typed)
  const shown = (slice: string) => (looksLikeEmail(text) ? <EmailPart text={slice} /> : slice)
  if (parts.length === 0) return shown(text)
  return (
    <>
      {parts.map(({ start, end }, at) => (
        <Fragment key={start}>
          {shown(text.slice(parts[at - 1]?.end ?? 0, start))}
          <mark className="rounded-xs bg-found text-ink">{shown(text.slice(start, end))}</mark>
        </Fragment>
      ))}
      {shown(text.slice(parts.at(-1)?.end))}
    </>
  )
}

import { foundParts } from '@mandap/domain/text/found-part.ts'
import { Fragment } from 'react'

/** Renders a text with its matches highlighted. */
export function Highlight({ text, typed }: { text: string; typed: string }) {
  const parts = foundParts(text, typed)
  if (parts.length === 0) return text
  return (
    <>
      {parts.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(parts[at - 1]?.end ?? 0, start)}
          <mark className="rounded-xs bg-found text-ink">{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(parts.at(-1)?.end)}
    </>
  )
}

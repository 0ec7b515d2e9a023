import { foundPart } from '@mandap/domain/text/found-part.ts'

/** Renders a text with its matches highlighted. */
export function Highlight({ text, typed }: { text: string; typed: string }) {
  const part = foundPart(text, typed)
  if (part === null) return text
  return (
    <>
      {text.slice(0, part.start)}
      <mark className="rounded-xs bg-found text-ink">{text.slice(part.start, part.end)}</mark>
      {text.slice(part.end)}
    </>
  )
}

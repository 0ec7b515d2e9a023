import { Fragment } from 'preact/compat'

/**
 * Renders an e-mail address that breaks only before an @ or a dot, never in the middle of a name. Inside an element
 * with `wrap-anywhere`, a part that is wider than the line breaks anywhere. Any other text is unchanged.
 */
export function EmailText({ address }: { address: string }) {
  return looksLikeEmail(address) ? <EmailPart text={address} /> : address
}

/** Returns whether a text is broken like an address. It need not be a valid one. */
export function looksLikeEmail(text: string): boolean {
  return text.includes('@') && !/\s/.test(text)
}

/** Renders a part of an e-mail address, such as one that is highlighted. */
export function EmailPart({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, at) => (
    // the order of the parts does not change
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {/^[@.]/.test(part) && <wbr />}
      <Unhyphenated text={part} />
    </Fragment>
  ))
}

/** Renders a text without the break that browsers allow after a hyphen or a slash. */
function Unhyphenated({ text }: { text: string }) {
  return text.split(/([-/?!]+.?)/u).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  )
}

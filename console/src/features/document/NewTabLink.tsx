import { type ReactNode, useRef, useState } from 'preact/compat'
import type { OpenDocument } from './queries.ts'
import { Icon } from '../../ui/Icon.tsx'
import { type DocumentLink, isGood } from './document-link.ts'
import { destroyedProblem, documentProblem } from './problem.ts'

const LOOKS = {
  button:
    'inline-flex min-h-9 items-center gap-2 rounded-sm border border-line bg-surface px-3.5 font-medium shadow-card hover:bg-hover pointer-coarse:min-h-11',
  quiet:
    'inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-accent-text hover:underline',
  text: 'rounded-xs text-accent-text underline',
}

const MIDDLE_BUTTON = 1

/**
 * Opens a document in a new tab. Requests a new link first if the current one has expired. Dispatches `opened` on the
 * link once the tab has an address that is valid.
 */
export function NewTabLink({
  link,
  address = ({ url }) => url,
  look,
  children,
}: {
  link: DocumentLink
  address?: (document: OpenDocument) => string
  look: keyof typeof LOOKS
  children: ReactNode
}) {
  const anchor = useRef<HTMLAnchorElement>(null)
  const [problem, setProblem] = useState<string | null>(null)

  // counts as a view of the document, like a loaded image
  const reportOpened = () => anchor.current?.dispatchEvent(new Event('opened'))

  async function openRenewed() {
    setProblem(null)
    // opened synchronously: after the request, the browser would block the pop-up
    const tab = window.open('about:blank', '_blank')
    if (tab === null)
      return setProblem(
        'The browser blocked the new tab. Allow pop-ups for this site and try again.',
      )
    tab.opener = null
    try {
      tab.location.replace(address(await link.renew()))
      reportOpened()
    } catch (error) {
      console.warn('A document could not be opened', error)
      tab.close()
      setProblem(`It could not be opened. ${destroyedProblem(error) ?? documentProblem(error)}`)
    }
  }

  function open(event: MouseEvent) {
    if (isGood(link, link.at)) {
      setProblem(null)
      reportOpened()
    } else {
      event.preventDefault()
      void openRenewed()
    }
  }

  return (
    <>
      <a
        ref={anchor}
        href={address(link.document)}
        target="_blank"
        rel="noopener noreferrer"
        className={LOOKS[look]}
        onClick={open}
        // the middle button also opens a tab, and has no click event
        onAuxClick={(event: MouseEvent) => {
          if (event.button === MIDDLE_BUTTON) open(event)
        }}
      >
        {look !== 'text' && <Icon name="external" className="size-4" />}
        {children}
      </a>
      {problem !== null && (
        <span role="alert" className="text-sm text-negative-text">
          {problem}
        </span>
      )}
    </>
  )
}

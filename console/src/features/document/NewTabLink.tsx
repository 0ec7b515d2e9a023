import { type ReactNode, useState } from 'preact/compat'
import type { OpenDocument } from './queries.ts'
import { Icon } from '../../ui/Icon.tsx'
import { type DocumentLink, isGood } from './document-link.ts'

const LOOKS = {
  button:
    'inline-flex min-h-9 items-center gap-2 rounded-sm border border-line bg-surface px-3.5 font-medium shadow-card hover:bg-hover pointer-coarse:min-h-11',
  quiet:
    'inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-accent-text hover:underline',
  text: 'rounded-xs text-accent-text underline',
}

/** Opens a document in a new tab. Requests a new link first if the current one has expired. */
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
  const [isRefused, setIsRefused] = useState(false)

  async function openRenewed() {
    setIsRefused(false)
    // opened synchronously: after the request, the browser would block the pop-up
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    try {
      const renewed = await link.renew()
      if (tab) tab.location.replace(address(renewed))
      else setIsRefused(true)
    } catch (error) {
      console.warn('A document could not be opened', error)
      tab?.close()
      setIsRefused(true)
    }
  }

  return (
    <>
      <a
        href={address(link.document)}
        target="_blank"
        rel="noopener noreferrer"
        className={LOOKS[look]}
        onClick={(event: MouseEvent) => {
          if (isGood(link, link.at)) return
          event.preventDefault()
          void openRenewed()
        }}
      >
        {look !== 'text' && <Icon name="external" className="size-4" />}
        {children}
      </a>
      {isRefused && (
        <span role="alert" className="text-sm text-negative-text">
          It could not be opened. Try again.
        </span>
      )}
    </>
  )
}

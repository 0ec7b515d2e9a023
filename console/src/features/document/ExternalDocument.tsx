import { useState } from 'preact/compat'
import { config } from '../client/config.ts'
import type { OpenDocument } from './queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { DocumentLink } from './document-link.ts'
import { NewTabLink } from './NewTabLink.tsx'
import { documentProblem } from './problem.ts'

/**
 * Renders a document in an external viewer (§2.10). Names the viewer's site before the document is sent to it,
 * then frames the viewer, or opens it in a new tab if the viewer cannot be framed.
 */
export function ExternalDocument({
  link,
  viewer,
  label,
}: {
  link: DocumentLink
  viewer: 'office' | 'pdf'
  label: string
}) {
  const template = config().viewers[viewer]
  const [framed, setFramed] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  if (template === null)
    return (
      <EmptyState
        icon="document"
        text="This type of file cannot be shown here."
        hint="No external viewer is configured for it. You can open it in a new tab."
      />
    )
  const { origin, host } = new URL(template.replace('{url}', ''), location.href)
  const addressIn = ({ publicUrl }: OpenDocument) => {
    const { href } = new URL(publicUrl, location.href)
    return template.replace('{url}', () => encodeURIComponent(href))
  }

  async function show() {
    setIsPending(true)
    setProblem(null)
    try {
      // a fresh link, because the person may have read the warning for longer than a link lasts
      setFramed(addressIn(await link.renew()))
    } catch (error) {
      setProblem(documentProblem(error))
    }
    setIsPending(false)
  }

  if (framed === null)
    return (
      <EmptyState
        icon="external"
        text={`${label} opens in the viewer of ${host}.`}
        hint={
          <>
            The document is sent to {host}, which can then read it. Open it only if the partner’s
            documents may be shared with it.
            {isOnThisMachine(link.document.publicUrl) && !isOnThisMachine(origin) && (
              <span className="mt-2 block">
                The document’s address works on this machine only, so {host} cannot open it.
              </span>
            )}
            {problem && (
              <span role="alert" className="mt-2 block text-negative-text">
                It could not be opened. {problem}
              </span>
            )}
          </>
        }
        action={
          <div className="flex flex-wrap items-center justify-center gap-2">
            <Button icon="eye" busy={isPending} onClick={() => void show()}>
              Show it here
            </Button>
            <NewTabLink link={link} address={addressIn} look="button">
              Open in {host}
            </NewTabLink>
          </div>
        }
      />
    )
  return (
    <>
      <iframe
        src={framed}
        title={label}
        referrerPolicy="no-referrer"
        // a viewer of our own origin gets an opaque origin, so that it cannot reach out of the frame
        sandbox={`allow-scripts allow-forms allow-popups${origin === location.origin ? '' : ' allow-same-origin'}`}
        className="h-96 w-full rounded-md border border-line bg-sunken"
      />
      <p className="mt-2 text-sm text-ink-muted">
        Shown by {host}. If the frame stays empty, the viewer does not allow embedding:{' '}
        <NewTabLink link={link} address={addressIn} look="text">
          open it in a new tab
        </NewTabLink>
        .
      </p>
    </>
  )
}

function isOnThisMachine(address: string): boolean {
  const { hostname } = new URL(address, location.href)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

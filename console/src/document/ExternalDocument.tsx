import { config } from '../host/config.ts'
import { EmptyState } from '../ui/states.tsx'
import { Icon } from '../ui/Icon.tsx'

/** A document that only an external viewer can show: it says where the document goes before it does. */
export function ExternalDocument({
  url,
  viewer,
  label,
}: {
  url: string
  viewer: 'office' | 'pdf'
  label: string
}) {
  const template = config().viewers[viewer]
  if (template === null)
    return (
      <EmptyState
        icon="document"
        text="This kind of file cannot be shown here."
        hint="No external viewer is configured for it. It can be opened in a new tab."
      />
    )
  const address = template.replace('{url}', encodeURIComponent(new URL(url, location.href).href))
  const { host } = new URL(address, location.href)
  return (
    <EmptyState
      icon="external"
      text={`${label} opens in a viewer of ${host}.`}
      hint={`The document leaves for ${host}, who can then read it. Open it only if the partner's papers may go there.`}
      action={
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-9 items-center gap-2 rounded-sm border border-line bg-surface px-3.5 font-medium shadow-card hover:bg-hover pointer-coarse:min-h-11"
        >
          <Icon name="external" className="size-4" />
          Open in {host}
        </a>
      }
    />
  )
}

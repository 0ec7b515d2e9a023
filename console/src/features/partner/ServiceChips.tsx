import { Badge } from '../../ui/Badge.tsx'

/** Renders the services that a partner selected, on as many lines as needed. */
export function ServiceChips({ services }: { services: readonly string[] }) {
  return (
    <ul aria-label="Services" className="flex flex-wrap gap-1.5">
      {services.map((service, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a service may be there twice
        <li key={at} className="max-w-full">
          <Badge tone="info">
            <span className="break-words">{service}</span>
          </Badge>
        </li>
      ))}
    </ul>
  )
}

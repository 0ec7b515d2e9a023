import { Badge } from '../ui/Badge.tsx'

/** The services that a partner selected, whole, on as many lines as they take. */
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

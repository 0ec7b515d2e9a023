import { countText } from '@mandap/domain/text/counted.ts'
import type { To } from '../router/location.ts'
import { Link, type LinkState } from '../router/Link.tsx'

/** Renders a count that links to the list of what it counts. `label` says what it counts. */
export function CountLink({
  to,
  state,
  label,
  count,
}: {
  to: To
  state?: LinkState
  label: string
  count: number
}) {
  const text = countText(count)
  return (
    <Link
      to={to}
      state={state}
      aria-label={`${text}: ${label}`}
      className="-my-0.75 inline-block min-w-6 rounded-xs py-0.75 underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  )
}

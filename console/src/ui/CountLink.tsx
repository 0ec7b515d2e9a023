import { countText } from '@mandap/domain/text/counted.ts'
import type { To } from '../router/location.ts'
import { Link, type LinkState } from '../router/Link.tsx'

/**
 * Renders a count that links to the list of what it counts. `label` says what it counts. On a phone, `short` is in place of
 * the count.
 */
export function CountLink({
  to,
  state,
  label,
  count,
  short,
}: {
  to: To
  state?: LinkState
  label: string
  count: number
  short?: string | undefined
}) {
  const text = countText(count)
  return (
    <Link
      to={to}
      state={state}
      aria-label={`${text}: ${label}`}
      className="-my-0.75 inline-block min-w-6 rounded-xs py-0.75 underline-offset-2 hover:underline"
    >
      {short === undefined || short === text ? (
        text
      ) : (
        <>
          <span className="sm:hidden">{short}</span>
          <span className="max-sm:hidden">{text}</span>
        </>
      )}
    </Link>
  )
}

import { Fragment, type ReactNode } from 'preact/compat'
import { Skeleton } from './loading.tsx'

/** Terms and their values in two columns, or below each other where large text leaves no room (large-text.css). */
export function DescriptionList({
  items,
}: {
  items: readonly { term: string; value: ReactNode }[]
}) {
  return (
    <div className="terms-box">
      <dl className="grid content-start terms gap-x-4 gap-y-2.5">
        {items.map(({ term, value }) => (
          <Fragment key={term}>
            <dt className="text-ink-muted">{term}</dt>
            {/* on a touch screen a link is higher than its line; the margin keeps it on the line of its term */}
            <dd className="min-w-0 font-medium wrap-anywhere pointer-coarse:[&_a]:-my-1">
              {value}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

/** A list whose values are loading. */
export function DescriptionListSkeleton({
  label,
  terms,
}: {
  label: string
  terms: readonly string[]
}) {
  return (
    <>
      <output className="sr-only">{label}</output>
      <DescriptionList
        items={terms.map((term) => ({
          term,
          value: <Skeleton className="my-1 h-3.5 w-2/3" />,
        }))}
      />
    </>
  )
}

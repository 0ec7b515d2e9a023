import { Fragment, type ReactNode } from 'react'

/** Terms and their values in two columns. */
export function DescriptionList({
  items,
}: {
  items: readonly { term: string; value: ReactNode }[]
}) {
  return (
    <dl className="grid content-start grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-2.5">
      {items.map(({ term, value }) => (
        <Fragment key={term}>
          <dt className="text-ink-muted">{term}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

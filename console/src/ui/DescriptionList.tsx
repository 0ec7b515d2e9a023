import { Fragment, type ReactNode } from 'preact/compat'
import { Skeleton } from './loading.tsx'

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

/** A list whose values are loading. It is as high as the list will be, in which the values of `links` are links. */
export function DescriptionListSkeleton({
  label,
  terms,
  links,
}: {
  label: string
  terms: readonly string[]
  links: readonly string[]
}) {
  return (
    <>
      <output className="sr-only">{label}</output>
      <DescriptionList
        items={terms.map((term) => ({
          term,
          value: (
            <Skeleton
              className={`my-1 h-3.5 w-2/3 ${links.includes(term) ? 'pointer-coarse:my-2' : ''}`}
            />
          ),
        }))}
      />
    </>
  )
}

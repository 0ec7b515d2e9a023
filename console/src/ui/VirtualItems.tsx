import type { CSSProperties, FocusEvent, ReactNode } from 'react'

/** The items of a list of any length, of which those in view are asked for. */
export interface ListItems<T> {
  /** How many items the whole list has; `null` until that is known. */
  total: number | null
  /** An item, or `undefined` while it is on its way. */
  itemAt: (index: number) => T | undefined
  /** Tells which items, both included, are drawn or about to be. */
  onView: (first: number, last: number) => void
  /** The items are still those of an earlier question. */
  stale: boolean
}

/** The element around the drawn items of a scroller; the one that holds the focus decides what stays drawn. */
export function VirtualItems({
  label,
  stale,
  dimmed,
  onFocused,
  style,
  className = '',
  children,
}: {
  label: string
  stale: boolean
  /** There are items to see, and they are stale. */
  dimmed: boolean
  /** The item that has come to hold the focus, or `null` once the focus is elsewhere. */
  onFocused: (index: number | null) => void
  style?: CSSProperties
  className?: string
  children: ReactNode
}) {
  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const index = Number(target.closest<HTMLElement>('li[data-index]')?.dataset['index'])
    if (!Number.isNaN(index)) onFocused(index)
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!currentTarget.contains(relatedTarget)) onFocused(null)
  }

  return (
    // nothing is operated here: the focus is only followed
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      // Safari drops the meaning of a list without bullets
      // eslint-disable-next-line jsx-a11y/no-redundant-roles
      role="list"
      aria-label={label}
      aria-busy={stale}
      onFocus={onFocus}
      onBlur={onBlur}
      style={style}
      className={`transition-opacity ${dimmed ? 'opacity-50 delay-150' : ''} ${className}`}
    >
      {children}
    </ul>
  )
}

/** In order: what is in view, and the focused item with its neighbours, so that Tab goes on from it. */
export function itemsDrawn(
  first: number,
  last: number,
  focused: number | null,
  total: number,
): number[] {
  const kept = focused === null ? [] : [focused - 1, focused, focused + 1]
  const outside = kept.filter(
    (index) => index >= 0 && index < total && (index < first || index > last),
  )
  const inView = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  return [...outside, ...inView].toSorted((a, b) => a - b)
}

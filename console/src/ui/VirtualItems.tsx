import type { ComponentType, CSSProperties, FocusEvent, ReactNode, Ref } from 'preact/compat'
import { useDimmed } from './use-dimmed.ts'

/** The items of a list of any length. Only those in view are needed. */
export interface ListItems<T> {
  /** How many items the whole list has; `null` until it is known. */
  total: number | null
  /** Returns an item, or `undefined` while it is loading. */
  itemAt: (index: number) => T | undefined
  /** Called with the range of items, both ends included, that are in view or near it. */
  onView: (first: number, last: number) => void
  /** The items are those of the previous query. */
  stale: boolean
}

export type ItemComponent<T> = ComponentType<{ item: T; index: number }>

/** The `<ul>` of a virtual list. */
export function VirtualItems({
  label,
  stale,
  dimmed,
  waiting = false,
  onFocus,
  style,
  className = '',
  children,
}: {
  label: string
  stale: boolean
  /** Stale items are shown. */
  dimmed: boolean
  /** Items have been loading for so long that their skeletons are animated. */
  waiting?: boolean
  /** Called with the item that has got the focus, or with `null` when the focus has left the list. */
  onFocus: (index: number | null, isVisible: boolean) => void
  style?: CSSProperties
  className?: string
  children: ReactNode
}) {
  const isDimmed = useDimmed(dimmed)

  function onItemFocus(event: FocusEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const index = Number(target.closest<HTMLElement>('li[data-index]')?.dataset['index'])
    if (!Number.isNaN(index)) onFocus(index, target.matches(':focus-visible'))
  }

  function onBlur({ currentTarget, relatedTarget, target }: FocusEvent<HTMLElement>) {
    if (currentTarget.contains(relatedTarget as Node | null)) return
    // an element that is removed loses the focus too, which then moves to the item in its place
    queueMicrotask(() => {
      if ((target as Node).isConnected) onFocus(null, false)
    })
  }

  return (
    // the list itself has no interaction: it only observes the focus
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      // Safari does not expose a list without bullets as a list
      // eslint-disable-next-line jsx-a11y/no-redundant-roles
      role="list"
      aria-label={label}
      aria-busy={stale}
      data-waiting={waiting || undefined}
      onFocus={onItemFocus}
      onBlur={onBlur}
      style={style}
      className={`${isDimmed ? 'opacity-50' : ''} ${className}`}
    >
      {children}
    </ul>
  )
}

export interface VirtualItemProps {
  index: number
  total: number
  /** `undefined` while it is loading. */
  item: unknown
  Item: ItemComponent<unknown>
  skeleton: ReactNode
}

export function VirtualItem({
  index,
  total,
  item,
  Item,
  skeleton,
  ...li
}: VirtualItemProps & { ref?: Ref<HTMLLIElement>; style: CSSProperties; className: string }) {
  return (
    <li
      {...li}
      data-index={index}
      aria-setsize={total}
      aria-posinset={index + 1}
      aria-busy={item === undefined || undefined}
    >
      {item === undefined ? skeleton : <Item item={item} index={index} />}
    </li>
  )
}

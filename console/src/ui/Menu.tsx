import { flushSync, type ReactNode, useEffect, useId, useRef, useState } from 'preact/compat'
import type { To } from '../router/location.ts'
import { Link } from '../router/Link.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { remInPixels } from './use-measures.ts'

interface MenuProps {
  /** The content of the button. */
  trigger: ReactNode
  /** The button's accessible name, if its content is not text. */
  label?: string | undefined
  align?: 'start' | 'end'
  className?: string
  /** Links and buttons. Each closes the menu. */
  children: ReactNode
}

/** The room that a menu needs: in rem, because it grows with the text, and in pixels. */
const MIN_WIDTH = 17
const MIN_HEIGHT = 200

/** Minimum distance between a menu and the edge of the window, in pixels. */
const MARGIN = 8

/** A button that opens a list of links and actions in a popover, which Esc and a press outside close. */
export function Menu({ trigger, label, align = 'start', className = '', children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  function position() {
    const at = button.current?.getBoundingClientRect()
    const box = panel.current
    if (!at || !box) return
    // above a button near the bottom of the window
    const below = window.innerHeight - at.bottom - 20
    const above = at.top - 20
    const isAbove = below < MIN_HEIGHT && above > below
    box.style.top = isAbove ? 'auto' : `${at.bottom + 6}px`
    box.style.bottom = isAbove ? `${window.innerHeight - at.top + 6}px` : 'auto'
    box.style.maxHeight = `${isAbove ? above : below}px`
    const { clientWidth } = document.documentElement
    const left = Math.max(MARGIN, at.left)
    const right = Math.max(MARGIN, clientWidth - at.right)
    const rooms = { start: clientWidth - left - MARGIN, end: clientWidth - right - MARGIN }
    // from the other edge of a button that is near the edge of the window
    const other = align === 'start' ? 'end' : 'start'
    const isRoomy = rooms[align] >= MIN_WIDTH * remInPixels() || rooms[align] >= rooms[other]
    const side = isRoomy ? align : other
    box.style.left = side === 'start' ? `${left}px` : 'auto'
    box.style.right = side === 'end' ? `${right}px` : 'auto'
    box.style.maxWidth = `${rooms[side]}px`
    box.style.minWidth = `min(13rem, ${rooms[side]}px)`
  }

  useEffect(() => {
    if (!open) return
    // the button of a menu for another width is hidden
    const follow = () =>
      button.current?.checkVisibility() ? position() : panel.current?.hidePopover()
    addEventListener('resize', follow)
    // the scroll event of a box inside the page does not bubble
    addEventListener('scroll', follow, { capture: true, passive: true })
    return () => {
      removeEventListener('resize', follow)
      removeEventListener('scroll', follow, { capture: true })
    }
  })

  function onKeyDown(event: KeyboardEvent) {
    if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    panel.current?.showPopover()
    const items = [...(panel.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = {
      ArrowDown: items[(at + 1) % items.length],
      ArrowUp: items[at <= 0 ? items.length - 1 : at - 1],
      Home: items[0],
      End: items.at(-1),
    }[event.key]
    next?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-expanded={open}
        onKeyDown={onKeyDown}
        className={className}
      >
        {trigger}
      </button>
      {/* Arrow keys move between the links and buttons inside, which keep their own roles. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        onBeforeToggle={(event) => {
          if (event.newState !== 'open') return
          // The content must be rendered before it is measured and focused.
          flushSync(() => setOpen(true))
          position()
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={onKeyDown}
        // before the click navigates, which may remove the menu
        onClickCapture={(event) => {
          if ((event.target as Element).closest('a, button:not([aria-disabled])'))
            event.currentTarget.hidePopover()
        }}
        className="menu-pop fixed m-0 overflow-y-auto rounded-md bg-raised p-1 text-ink shadow-menu"
      >
        {open && children}
      </div>
    </>
  )
}

const ITEM =
  'flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left font-medium not-aria-disabled:hover:bg-hover aria-disabled:opacity-60 focus-visible:-outline-offset-2 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text pointer-coarse:min-h-11'

export function MenuLink({
  to,
  icon,
  current = false,
  children,
}: {
  to: To
  icon?: IconName
  current?: boolean
  children: ReactNode
}) {
  return (
    <Link to={to} className={ITEM} aria-current={current ? 'page' : undefined}>
      {icon && <Icon name={icon} className="size-4.5 opacity-75" />}
      {children}
    </Link>
  )
}

export function MenuButton({
  icon,
  disabledReason,
  onSelect,
  children,
}: {
  icon?: IconName
  /** Disables the button. Screen readers read the reason with it. The caller shows the reason once in the menu. */
  disabledReason?: string | undefined
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={ITEM}
      aria-disabled={disabledReason ? true : undefined}
      // The caller shows the text. The rule does not know that this attribute is global.
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
      aria-description={disabledReason}
      onClick={disabledReason ? undefined : onSelect}
    >
      {icon && <Icon name={icon} className="size-4.5 opacity-75" />}
      {children}
    </button>
  )
}

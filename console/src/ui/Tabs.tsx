import { countText } from '@mandap/domain/text/counted.ts'
import type { TargetedKeyboardEvent } from 'preact'
import { type ReactNode, useEffect, useRef } from 'preact/compat'
import type { To } from '../router/location.ts'
import { Link } from '../router/Link.tsx'

interface Tab<Id extends string> {
  id: Id
  label: string
  /** What the label means, in plain words, if it is a code. */
  meaning?: string | undefined
  to: To
  /** The number of records in the tab; null while it is loading. */
  count?: number | null
  /** Fetches what the tab shows. Called when the pointer or the focus is on it, before it is opened. */
  prefetch?: () => void
}

interface TabsProps<Id extends string> {
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  /** The `id` given to the `TabPanel`. */
  panelId: string
  look?: 'line' | 'pill'
}

/** Tabs whose selection is in the URL. Arrows, Home and End move the focus; Enter, Space or a click opens a tab. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  panelId,
  look = 'line',
}: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)

  // On a phone the row scrolls to the open tab, without moving the page.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>(`[data-tab="${selected}"]`)
    if (!row || !tab) return
    row.scrollTo({ left: tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2 })
  }, [selected])

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={`fade-edges relative flex overflow-x-auto [scrollbar-width:none] ${
        look === 'line' ? 'gap-5 shadow-[inset_0_-1px_0_var(--color-line)]' : 'gap-1'
      }`}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to={tab.to}
          id={tabId(panelId, tab.id)}
          data-tab={tab.id}
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? panelId : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          onPointerEnter={tab.prefetch}
          onFocus={tab.prefetch}
          className={look === 'line' ? LINE : PILL}
        >
          {tab.meaning === undefined ? (
            <>
              {tab.label}
              <Count of={tab} />
            </>
          ) : (
            // on a phone the meaning is below the code and the count
            <span className="flex items-center max-sm:grid max-sm:grid-cols-[auto_1fr] max-sm:justify-items-start max-sm:py-1 max-sm:leading-tight">
              {tab.label}
              <span className="font-normal max-sm:order-last max-sm:col-span-2 max-sm:text-xs sm:ml-1.5">
                {tab.meaning}
              </span>
              <Count of={tab} />
            </span>
          )}
        </Link>
      ))}
    </div>
  )
}

function Count({ of: { count } }: { of: { count?: number | null } }) {
  if (count === undefined) return null
  return (
    // as wide as three digits, so that the tabs do not move when the counts arrive
    <span className="ml-1.5 inline-block min-w-8.5">
      {count !== null && (
        <span className="rounded-full bg-neutral-soft px-1.5 text-xs text-neutral-text">
          {countText(count)}
        </span>
      )}
    </span>
  )
}

function onKeyDown(event: TargetedKeyboardEvent<HTMLDivElement>) {
  // with a modifier, the keys are those of the browser, such as Alt+← for Back
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  if (event.key === ' ' && at !== -1) {
    // on a link, Space would scroll the page
    event.preventDefault()
    all[at]?.click()
    return
  }
  const next = {
    ArrowRight: all[(at + 1) % all.length],
    ArrowLeft: all[(at - 1 + all.length) % all.length],
    Home: all[0],
    End: all.at(-1),
  }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const LINE =
  'inline-flex shrink-0 items-center border-b-2 border-transparent py-2.5 font-medium whitespace-nowrap text-ink-muted hover:text-ink focus-visible:rounded-xs focus-visible:-outline-offset-2 aria-selected:border-accent-text aria-selected:text-ink pointer-coarse:min-h-11'

const PILL =
  'inline-flex min-h-8 shrink-0 items-center rounded-full px-3 text-sm font-medium whitespace-nowrap text-ink-muted hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-selected:bg-accent-soft aria-selected:text-accent-text pointer-coarse:min-h-10'

/** The content of the selected tab. */
export function TabPanel({
  id,
  selected,
  children,
  className = '',
}: {
  id: string
  selected: string
  children: ReactNode
  className?: string
}) {
  return (
    <div id={id} role="tabpanel" aria-labelledby={tabId(id, selected)} className={className}>
      {children}
    </div>
  )
}

function tabId(panelId: string, tab: string) {
  return `${panelId}-tab-${tab.replaceAll(/\s+/g, '-')}`
}

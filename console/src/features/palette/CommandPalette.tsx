import { fold } from '@mandap/domain/text/text.ts'
import { useEffect, useEffectEvent, useId, useState } from 'preact/compat'
import type { To } from '../../router/location.ts'
import { useNavigate } from '../../router/Router.tsx'
import { Highlight } from '../search/Highlight.tsx'
import { listsText } from '../summary/list-nouns.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { initialFocus, useModal } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { MAX_SEARCH_LENGTH } from '../../ui/search-length.ts'
import { ToastRegion } from '../../ui/Toast.tsx'
import { isShortcut, type PaletteView } from './current-palette.ts'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import type { Option, OptionGroup } from './option.ts'
import { useActionOptions, usePageOptions } from './use-commands.ts'
import { useRecentOptions, useSearchOptions } from './use-records.ts'

/** Finds pages, actions, bookings, partners and users by typed words. Without text it lists the recently opened. */
export default function CommandPalette({
  view,
  onClose,
}: {
  view: PaletteView
  onClose: () => void
}) {
  if (view === 'keys') return <KeyboardHelp onClose={onClose} />
  return <Commands onClose={onClose} />
}

function Commands({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const dialog = useModal()
  const [text, setText] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  /** Enter was pressed before the results arrived. */
  const [isAwaited, setIsAwaited] = useState(false)

  const go = (to: To, state?: object) => {
    onClose()
    navigate(to, { state })
  }
  const isBlank = fold(text) === ''
  const recent = useRecentOptions(go)
  const found = useSearchOptions(text, go)
  const pages = usePageOptions(text, go)
  const actions = useActionOptions(text, onClose)
  const recentIds = new Set(recent.options.map((option) => option.id.replace('recent:', '')))
  const groups = [
    { title: 'Recent', options: isBlank ? recent.options : [] },
    { title: 'Pages', options: pages.filter((page) => !isBlank || !recentIds.has(page.id)) },
    ...(isBlank ? [] : found.groups),
    { title: 'Actions', options: actions },
  ].filter(({ options }) => options.length > 0)
  const options = groups.flatMap((group: OptionGroup) =>
    group.options.map((option) => ({ ...option, stale: group.stale === true })),
  )
  const active = options.find((option) => option.id === activeId) ?? options[0]
  const optionId = (option: Option) => `${id}-${option.id}`
  useScrollIntoView(active && optionId(active))

  const busy = found.searching || recent.opening
  const isEmpty = options.length === 0 && !busy && !found.error
  // the search that runs may find records, which come before actions
  const isTooEarly =
    found.searching && active !== undefined && isAction(active) && active.id !== activeId

  function openActive() {
    // not a result of the previous text
    if (active && !active.stale) active.onSelect()
  }
  const openAwaited = useEffectEvent(() => {
    setIsAwaited(false)
    // the record that was meant may be in a list that could not be searched
    const isMissing = found.error || (found.failed.length > 0 && active && isAction(active))
    if (!isMissing) openActive()
  })
  const hasArrived = isAwaited && !busy
  useEffect(() => {
    if (hasArrived) openAwaited()
  }, [hasArrived])

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return
    if (isShortcut(event)) {
      event.preventDefault()
      // otherwise the window's listener would open the palette again
      event.stopPropagation()
      return onClose()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      const index = options.findIndex((option) => option === active)
      setActiveId(options[(index + step + options.length) % options.length]?.id ?? null)
      setIsAwaited(false)
    } else if (event.key === 'Enter') {
      if (isTooEarly || (active ? active.stale : busy)) setIsAwaited(true)
      else openActive()
    } else return
    event.preventDefault()
  }

  return (
    // The keyboard closes the dialog with Esc; a press on the backdrop is for the pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-label="Search or go to"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className="mx-auto mt-2 mb-0 max-h-[min(85dvh,34rem)] w-[calc(100%-1rem)] max-w-2xl flex-col overflow-hidden rounded-lg bg-raised text-ink shadow-dialog backdrop:bg-backdrop open:flex sm:mt-[12dvh]"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="size-4.5 text-ink-muted" />
        <input
          ref={initialFocus}
          type="text"
          role="combobox"
          aria-label="Search or go to"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? optionId(active) : undefined}
          autoComplete="off"
          spellcheck={false}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder="Pages, actions, bookings, partners and customers"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setActiveId(null)
            setIsAwaited(false)
            recent.clearFailure()
          }}
          onKeyDown={onKeyDown}
          className="min-h-13 min-w-0 grow bg-transparent text-lg outline-none placeholder:text-ink-faint"
        />
        {busy && <Spinner className="size-4 text-ink-muted" />}
        <Button size="small" look="quiet" onClick={onClose} className="-mr-2">
          <kbd className="font-sans max-sm:hidden">Esc</kbd>
          <span className="sm:sr-only">Close</span>
        </Button>
      </div>
      <div
        id={`${id}-list`}
        // the text field handles the keyboard (aria-activedescendant)
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        aria-label="Results"
        className="min-h-0 overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        {groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            typed={found.typed}
            active={active}
            optionId={optionId}
          />
        ))}
      </div>
      {isEmpty && <p className="px-4 py-10 text-center font-medium">No results found.</p>}
      {options.length === 0 && busy && (
        <p className="px-4 py-10 text-center text-ink-muted">Searching…</p>
      )}
      {found.error && (
        <FailureNotice text={`The search failed. ${found.error.message}`} onRetry={found.retry} />
      )}
      {!isBlank && found.failed.length > 0 && (
        <FailureNotice
          text={`The ${listsText(found.failed)} could not be searched.`}
          onRetry={found.retry}
        />
      )}
      {recent.failure && <FailureNotice text={recent.failure} />}
      <output className="sr-only">
        {!isBlank &&
          !busy &&
          (isEmpty
            ? 'No results found.'
            : `${options.length} ${options.length === 1 ? 'result' : 'results'}`)}
      </output>
      <ToastRegion />
    </dialog>
  )
}

function isAction({ id }: Option): boolean {
  return id.startsWith('action:')
}

function Group({
  group: { title, options, stale = false },
  typed,
  active,
  optionId,
}: {
  group: OptionGroup
  typed: string
  active: Option | undefined
  optionId: (option: Option) => string
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-label={title} className={`pb-1.5 ${stale ? 'opacity-60' : ''}`}>
      <p aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-muted">
        {title}
      </p>
      {options.map((option) => (
        // The text field handles the keyboard; an option only handles the pointer.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={option.id}
          id={optionId(option)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          tabIndex={-1}
          aria-selected={option.id === active?.id}
          // The text field keeps the focus while an option is pressed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            if (!stale) option.onSelect()
          }}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1.5 hover:bg-hover aria-selected:bg-accent-soft pointer-coarse:min-h-12"
        >
          <Icon name={option.icon} className="size-4.5 text-ink-muted" />
          <OptionText option={option} typed={typed} />
        </div>
      ))}
    </div>
  )
}

function OptionText({ option, typed }: { option: Option; typed: string }) {
  const { title, details, status } = option
  // pages and actions are found by the beginnings of words, so no part of their text is highlighted
  const isRecord = /^(?:booking|partner|user):/.test(option.id)
  const text = (part: string) => (isRecord ? <Highlight text={part} typed={typed} /> : part)
  return (
    <>
      <span className="flex min-w-0 grow flex-col sm:flex-row sm:items-baseline sm:gap-3">
        <bdi className="truncate font-medium sm:max-w-[60%] sm:shrink-0">{text(title)}</bdi>
        {details.length > 0 && (
          <span className="truncate text-sm text-ink-muted">
            {details.map((detail, at) => (
              // the order of a record's details does not change
              // oxlint-disable-next-line react/no-array-index-key
              <span key={at}>
                {at > 0 && ' · '}
                <bdi>{text(detail)}</bdi>
              </span>
            ))}
          </span>
        )}
      </span>
      {status && (
        <span className="max-w-[40%] shrink-0 max-sm:hidden">
          <Badge tone={status.tone} dot>
            <span className="line-clamp-1 wrap-anywhere">{status.label}</span>
          </Badge>
        </span>
      )}
    </>
  )
}

function FailureNotice({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5"
    >
      <span className="inline-flex min-w-0 items-center gap-1.5 font-medium text-negative-text wrap-anywhere">
        <Icon name="alert" className="size-4" />
        {text}
      </span>
      {onRetry && (
        <Button size="small" icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

function useScrollIntoView(optionId: string | undefined) {
  useEffect(() => {
    if (optionId) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
  }, [optionId])
}

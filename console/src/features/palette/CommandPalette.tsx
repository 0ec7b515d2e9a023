import { useEffect, useId, useState } from 'preact/compat'
import { Highlight } from '../search/Highlight.tsx'
import { listsText } from '../summary/list-nouns.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { initialFocus, useBackdropPress, useModal } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { MAX_SEARCH_LENGTH } from '../../ui/search-length.ts'
import { FailureBar } from '../../ui/states.tsx'
import { ToastRegion } from '../../ui/Toast.tsx'
import { isShortcut, type PaletteView } from './current-palette.ts'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import type { Option, OptionGroup } from './option.ts'
import { useActiveOption } from './use-active-option.ts'
import { type PaletteOptions, usePaletteOptions } from './use-palette-options.ts'

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
  const dialog = useModal()
  const backdrop = useBackdropPress(onClose)
  const [text, setText] = useState('')
  const listed = usePaletteOptions(text, onClose)
  const { active, move, open, reset } = useActiveOption(listed)
  const optionId = (option: Option) => `${id}-${option.id}`
  useScrollIntoView(active && optionId(active))

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return
    if (isShortcut(event)) {
      event.preventDefault()
      // otherwise the window's listener would open the palette again
      event.stopPropagation()
      return onClose()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter') open()
    else return
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
      {...backdrop}
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
          aria-expanded={listed.options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? optionId(active) : undefined}
          autoComplete="off"
          spellcheck={false}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder="Pages, actions, bookings, partners and customers"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            reset()
            listed.recent.clearFailure()
          }}
          onKeyDown={onKeyDown}
          className="min-h-13 min-w-0 grow bg-transparent text-lg outline-none placeholder:text-ink-faint"
        />
        {listed.busy && <Spinner className="size-4 text-ink-muted" />}
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
        {listed.groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            typed={listed.search.typed}
            active={active}
            optionId={optionId}
          />
        ))}
      </div>
      <Messages
        listed={listed}
        onRetry={() => {
          // the button disappears while the search runs
          dialog.current?.querySelector('input')?.focus()
          listed.search.retry()
        }}
      />
      <ToastRegion />
    </dialog>
  )
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
  const { kind, title, details, status } = option
  // pages and actions are found by the beginnings of words, so no part of their text is highlighted
  const text = (part: string) =>
    kind === 'record' ? <Highlight text={part} typed={typed} /> : part
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

/** Says what the list does not: that it is empty, that it failed, and to screen readers how many options it has. */
function Messages({ listed, onRetry }: { listed: PaletteOptions; onRetry: () => void }) {
  const { isBlank, options, recent, search, busy } = listed
  const isEmpty = options.length === 0 && !busy && !search.error
  return (
    <>
      {isEmpty && <p className="px-4 py-10 text-center font-medium">No results found.</p>}
      {options.length === 0 && busy && (
        <p className="px-4 py-10 text-center text-ink-muted">Searching…</p>
      )}
      {search.error && (
        <FailureBar
          edge="bottom"
          text={`The search failed. ${search.error.message}`}
          onRetry={onRetry}
        />
      )}
      {!isBlank && search.failed.length > 0 && (
        <FailureBar
          edge="bottom"
          text={`The ${listsText(search.failed)} could not be searched.`}
          onRetry={onRetry}
        />
      )}
      {recent.failure && <FailureBar edge="bottom" text={recent.failure} />}
      <output className="sr-only">
        {!isBlank &&
          !busy &&
          (isEmpty
            ? 'No results found.'
            : `${options.length} ${options.length === 1 ? 'result' : 'results'}`)}
      </output>
    </>
  )
}

function useScrollIntoView(optionId: string | undefined) {
  useEffect(() => {
    if (optionId) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' })
  }, [optionId])
}

import { useEffect, useLayoutEffect } from 'preact/compat'
import { Highlight } from '../search/Highlight.tsx'
import { listsText } from '../summary/list-nouns.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FailureBar } from '../../ui/states.tsx'
import type { Option, OptionGroup } from './option.ts'
import type { PaletteResultsProps } from './results-props.ts'
import { useActiveOption } from './use-active-option.ts'
import { type PaletteOptions, usePaletteOptions } from './use-palette-options.ts'

/** Lists the pages, actions, bookings, partners and users for the typed words. Without text it lists the recently opened. */
export default function PaletteResults(props: PaletteResultsProps) {
  const { id, text, field, isEntered, keys, onShown, onClose } = props
  const listed = usePaletteOptions(text, onClose)
  const { active, move, open, reset } = useActiveOption(listed, isEntered)
  const optionId = (option: Option) => `${id}-${option.id}`
  const activeId = active && optionId(active)
  useScrollIntoView(activeId)
  useLayoutEffect(
    () => onShown({ active: activeId, busy: listed.busy }),
    [onShown, activeId, listed.busy],
  )
  useLayoutEffect(() => {
    keys.current = { onKeyDown, onText }
  })

  function onText() {
    reset()
    listed.recent.clearFailure()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter') open()
    else return
    event.preventDefault()
  }

  return (
    <>
      <div
        id={id}
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
          field.current?.focus()
          listed.search.retry()
        }}
      />
    </>
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

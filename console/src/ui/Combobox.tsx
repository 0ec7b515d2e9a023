import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'preact/compat'
import { initialFocus } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import { Spinner } from './loading.tsx'
import { isComposing, isTouch } from './keyboard.ts'
import { MAX_SEARCH_LENGTH } from './search-length.ts'
import { typedText } from './typed-text.ts'

export interface Suggestion {
  id: string
  text: string
  detail?: string
  /** Below the text, also read by screen readers. */
  note?: ReactNode
}

interface ComboboxProps {
  label: string
  hideLabel?: boolean
  placeholder?: string
  className?: string
  value: string
  /** Returns what the field keeps of a typed text. */
  clean?: (text: string) => string
  onText: (text: string) => void
  autoCapitalize?: 'characters'
  suggestions: readonly Suggestion[]
  onSelect: (suggestion: Suggestion) => void
  /** More suggestions are loading. */
  busy?: boolean
  /** Shown when there is text without suggestions. */
  emptyText?: string
  /** Lists the suggestions below the field in the page, always open, so that they cover nothing. */
  inline?: boolean
  /** Enter takes the first suggestion for the typed text, and waits for it while suggestions load. */
  enterTakesFirst?: boolean
  /** A click that opens the suggestions selects the text, so that typing replaces it. */
  selectsText?: boolean
  /** Gets the focus when its dialog opens. */
  isFirstInDialog?: boolean
}

const POPUP =
  'fixed inset-auto m-0 max-w-[min(30rem,calc(100vw-2rem))] rounded-md bg-raised shadow-menu'
// of one height, so that a dialog does not move when suggestions arrive or change
const INLINE = 'mt-2 h-72 rounded-md border border-line'

/** A text field with suggestions: the editable combobox with a listbox of the ARIA Authoring Practices. */
export function Combobox(props: ComboboxProps) {
  const { label, hideLabel = false, className = '', value, suggestions } = props
  const { busy = false, emptyText, inline = false } = props
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const state = useSuggestions(props, box)
  const { isOpen, isExpanded, active } = state
  const isEmpty =
    isOpen && value !== '' && suggestions.length === 0 && !busy && emptyText !== undefined
  const popup = usePopup(box, !inline && (isExpanded || isEmpty))
  const optionId = (index: number) => `${id}-option-${index}`

  const activeOption = isExpanded && active >= 0 ? optionId(active) : undefined
  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [activeOption])

  return (
    <div className={`relative min-w-0 ${className}`}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm font-medium text-ink'}
      >
        {label}
      </label>
      <SearchBox {...props} id={id} box={box} state={state} activeOption={activeOption} />
      <div
        ref={popup}
        popover={inline ? undefined : 'manual'}
        hidden={inline && !isExpanded && !isEmpty && !busy}
        className={`overflow-y-auto p-1 text-ink ${inline ? INLINE : POPUP}`}
      >
        {isEmpty && <p className="px-2.5 py-2 text-ink-muted">{emptyText}</p>}
        {/* <datalist> cannot be styled or opened by the page, and screen readers support it poorly. */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div id={`${id}-list`} role="listbox" aria-label="Suggestions">
          {suggestions.map((suggestion, index) => (
            <SuggestionOption
              key={suggestion.id}
              id={optionId(index)}
              suggestion={suggestion}
              isActive={index === active}
              onSelect={() => state.select(suggestion)}
            />
          ))}
        </div>
      </div>
      <output className="sr-only">
        {isExpanded &&
          `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}`}
        {isEmpty && emptyText}
      </output>
    </div>
  )
}

type Suggesting = ReturnType<typeof useSuggestions>

/** Returns whether the suggestions are open, the index of the one that Enter takes (-1 for none), and what the keys do. */
function useSuggestions(
  {
    value,
    onText,
    suggestions,
    onSelect,
    busy = false,
    inline = false,
    enterTakesFirst = false,
  }: ComboboxProps,
  box: RefObject<HTMLInputElement | null>,
) {
  const [wasOpened, setWasOpened] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [isTaking, setIsTaking] = useState(false)

  const isOpen = wasOpened || inline
  const marked = suggestions.findIndex((suggestion) => suggestion.id === activeId)
  const active = marked < 0 && enterTakesFirst && value !== '' && !busy ? 0 : marked
  const isExpanded = isOpen && suggestions.length > 0

  // Enter was pressed before the suggestions for the text had loaded
  const takeFirst = useEffectEvent(() => {
    if (suggestions[0]) return select(suggestions[0])
    setIsTaking(false)
    leaveOnTouch()
  })
  useEffect(() => {
    if (isTaking && !busy) takeFirst()
  }, [isTaking, busy])

  function close() {
    setIsTaking(false)
    setWasOpened(false)
    setActiveId(null)
  }

  function select(suggestion: Suggestion) {
    close()
    onSelect(suggestion)
    leaveOnTouch()
  }

  /** Closes the keyboard of a phone, which covers the list of the screen. In a form, the next field may follow. */
  function leaveOnTouch() {
    if (isTouch && !box.current?.form) box.current?.blur()
    else box.current?.focus()
  }

  function move(to: number) {
    const next = suggestions[(to + suggestions.length) % suggestions.length]
    if (!next) return
    setWasOpened(true)
    setActiveId(next.id)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') move(isExpanded ? active + 1 : 0)
    else if (event.key === 'ArrowUp')
      move(isExpanded && active > 0 ? active - 1 : suggestions.length - 1)
    else if (event.key === 'Enter' && isExpanded && suggestions[active]) select(suggestions[active])
    else if (event.key === 'Enter' && enterTakesFirst && value !== '' && busy) setIsTaking(true)
    else if (event.key === 'Enter' && enterTakesFirst && value !== '') leaveOnTouch()
    // the Enter of a form submits it
    else if (event.key === 'Enter' && isTouch && !box.current?.form) leaveOnTouch()
    else if (event.key === 'Escape' && wasOpened && !inline) close()
    else if (event.key === 'Escape' && value !== '') onText('')
    else if (event.key === 'Tab') return close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { isOpen, isExpanded, active, open: () => setWasOpened(true), close, select, onKeyDown }
}

/** The field, with a button that clears it, or a spinner while suggestions load. */
function SearchBox({
  id,
  box,
  state: { isOpen, isExpanded, open, close, onKeyDown },
  activeOption,
  placeholder,
  value,
  clean,
  onText,
  autoCapitalize,
  busy = false,
  selectsText = false,
  isFirstInDialog = false,
}: ComboboxProps & {
  id: string
  box: RefObject<HTMLInputElement | null>
  state: Suggesting
  /** The id of the active suggestion. */
  activeOption: string | undefined
}) {
  return (
    <div className="relative">
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
      />
      <input
        ref={(input) => {
          box.current = input
          if (isFirstInDialog) initialFocus(input)
        }}
        id={id}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeOption}
        dir="auto"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize={autoCapitalize}
        spellcheck={false}
        enterKeyHint="search"
        maxLength={MAX_SEARCH_LENGTH}
        placeholder={placeholder}
        value={value}
        onChange={(event) => {
          close()
          open()
          onText(typedText(event.currentTarget, clean))
        }}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if (selectsText && !isOpen) event.currentTarget.select()
          open()
        }}
        onBlur={close}
        className="field-box pr-9 pl-8.5"
      />
      {busy ? (
        <span className="absolute inset-y-0 right-2.5 grid place-items-center text-ink-muted">
          <Spinner className="size-4" />
        </span>
      ) : (
        value !== '' && (
          <ClearButton
            onClick={() => {
              close()
              onText('')
              box.current?.focus()
            }}
          />
        )
      )}
    </div>
  )
}

function ClearButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear search"
      onClick={onClick}
      className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-sm text-ink-muted hover:text-ink focus-visible:-outline-offset-2"
    >
      <Icon name="clear" className="size-4" />
    </button>
  )
}

function SuggestionOption({
  id,
  suggestion: { text, detail, note },
  isActive,
  onSelect,
}: {
  id: string
  suggestion: Suggestion
  isActive: boolean
  onSelect: () => void
}) {
  return (
    // The text field handles the keyboard (aria-activedescendant); an option only handles the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // The text field keeps the focus while an option is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSelect}
      className="min-h-9 cursor-pointer rounded-sm px-2.5 py-1.5 hover:bg-hover aria-selected:bg-accent-soft aria-selected:text-accent-text pointer-coarse:min-h-11"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="max-w-full shrink-0 truncate font-medium">{text}</span>
        {detail && (
          <>
            {' '}
            <span className="min-w-0 truncate text-sm text-ink-muted">{detail}</span>
          </>
        )}
      </span>
      {note && <> {note}</>}
    </div>
  )
}

/** Shows the list in the top layer at the field, so that no dialog or card clips it. */
function usePopup(box: RefObject<HTMLInputElement | null>, isOpen: boolean) {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = popup.current
    if (!list || !isOpen) return
    const position = () => {
      const field = box.current?.getBoundingClientRect()
      if (!field) return
      // a phone's keyboard only shrinks the visual viewport
      const height = window.visualViewport?.height ?? window.innerHeight
      const [above, below] = [field.top, height - field.bottom]
      const isBelow = below >= 240 || below >= above
      list.style.left = `${field.left}px`
      list.style.minWidth = `${field.width}px`
      list.style.top = isBelow ? `${field.bottom + 4}px` : 'auto'
      list.style.bottom = isBelow ? 'auto' : `${window.innerHeight - field.top + 4}px`
      list.style.maxHeight = `${Math.min(320, (isBelow ? below : above) - 12)}px`
    }
    position()
    list.showPopover()
    addEventListener('scroll', position, { capture: true, passive: true })
    addEventListener('resize', position)
    window.visualViewport?.addEventListener('resize', position)
    return () => {
      list.hidePopover()
      removeEventListener('scroll', position, { capture: true })
      removeEventListener('resize', position)
      window.visualViewport?.removeEventListener('resize', position)
    }
  }, [box, isOpen])
  return popup
}

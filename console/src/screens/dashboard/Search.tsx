import { fold } from '@mandap/domain/text/text.ts'
import { type RefObject, useRef } from 'preact/compat'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { isComposing } from '../../ui/keyboard.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { useThrottledSearchParam } from '../../ui/use-throttled-search-param.ts'
import { SearchResults } from './SearchResults.tsx'

/** Renders the global search of §2.4. Its text is in the URL. */
export function Search() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const inAddress = new URLSearchParams(search).get('search') ?? ''
  const { text, setText, throttled, flush } = useThrottledSearchParam(inAddress, (typed) => {
    const params = new URLSearchParams(search)
    if (fold(typed) === '') params.delete('search')
    else params.set('search', typed)
    navigate({ search: params.size === 0 ? '' : `?${params}` }, { replace: true })
  })
  const area = useRef<HTMLElement>(null)
  const isBlank = fold(text) === ''

  return (
    // Arrow keys move between the hits, which keep the role of links.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <search
      ref={area}
      className="mb-6 block"
      onKeyDown={(event) => walk(event, area, () => setText(''))}
    >
      <SearchField
        label="Search customers, bookings and partners"
        placeholder="Search customers, bookings and partners"
        value={text}
        onText={setText}
      />
      {!isBlank && (
        // writes the typed text to the URL before a link is followed, so that Back restores it
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div onClickCapture={flush}>
          <SearchResults
            text={fold(throttled) === '' ? text : throttled}
            isTyping={text !== throttled}
          />
        </div>
      )}
    </search>
  )
}

/** Moves the focus with arrow keys between the field and the hits. Esc returns to the field, or clears it. */
function walk(event: KeyboardEvent, area: RefObject<HTMLElement | null>, clear: () => void): void {
  if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
  const field = area.current?.querySelector('input')
  const hits = [...(area.current?.querySelectorAll<HTMLElement>('a[data-hit]') ?? [])]
  const focused = document.activeElement
  if (!field || !(focused === field || hits.some((hit) => hit === focused))) return
  const at = hits.indexOf(focused as HTMLElement)
  const next = { ArrowDown: hits[at + 1], ArrowUp: at === 0 ? field : hits[at - 1] }
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') next[event.key]?.focus()
  else if (event.key === 'Escape' && focused === field) clear()
  else if (event.key === 'Escape') field.focus()
  else return
  event.preventDefault()
}

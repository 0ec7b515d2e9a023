import { lazy, Suspense, useId, useRef, useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { initialFocus, useBackdropPress, useModal } from '../../ui/Dialog.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { isComposing } from '../../ui/keyboard.ts'
import { Spinner } from '../../ui/loading.tsx'
import { MAX_SEARCH_LENGTH } from '../../ui/search-length.ts'
import { ErrorState } from '../../ui/states.tsx'
import { ToastRegion } from '../../ui/Toast.tsx'
import { isShortcut } from './current-palette.ts'
import type { PaletteResultsProps, Shown } from './results-props.ts'

const PaletteResults = lazy(() => import('./PaletteResults.tsx'))

/** The field of the command palette, which takes text while the code that lists the results is loading. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useModal()
  const backdrop = useBackdropPress(onClose)
  const field = useRef<HTMLInputElement>(null)
  const keys: PaletteResultsProps['keys'] = useRef(null)
  const [text, setText] = useState('')
  const [isEntered, setIsEntered] = useState(false)
  const [{ active, busy }, setShown] = useState<Shown>({ active: undefined, busy: false })

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (isShortcut(event)) {
      event.preventDefault()
      // otherwise the window's listener would open the palette again
      event.stopPropagation()
      onClose()
    } else if (keys.current) keys.current.onKeyDown(event)
    else if (event.key === 'Enter') setIsEntered(text !== '')
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
          ref={(input) => {
            field.current = input
            initialFocus(input)
          }}
          type="text"
          role="combobox"
          aria-label="Search or go to"
          aria-autocomplete="list"
          aria-expanded={active !== undefined}
          aria-controls={id}
          aria-activedescendant={active}
          dir="auto"
          autoComplete="off"
          autoCorrect="off"
          spellcheck={false}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder="Pages, actions, bookings, partners and customers"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setIsEntered(false)
            keys.current?.onText()
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
      {/* without it, the screen would fail with the palette */}
      <ErrorBoundary renderFailure={() => <Unloaded />}>
        <Suspense fallback={<output className="p-4 text-ink-muted">Loading…</output>}>
          <PaletteResults {...{ id, text, field, isEntered, keys, onShown: setShown, onClose }} />
        </Suspense>
      </ErrorBoundary>
      <ToastRegion />
    </dialog>
  )
}

function Unloaded() {
  return (
    <ErrorState
      text="The palette could not be loaded."
      hint="Check your connection and try again."
      // a browser does not load a failed chunk again
      onRetry={() => location.reload()}
    />
  )
}

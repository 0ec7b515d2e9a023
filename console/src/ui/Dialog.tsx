import type { TargetedEvent } from 'preact'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/compat'
import { IconButton } from './Button.tsx'
import { ToastRegion } from './Toast.tsx'

interface DialogProps {
  title: string
  description?: ReactNode
  /** Called on Esc, the close button and a press on the backdrop. The caller unmounts the dialog. */
  onClose: () => void
  /** Ignores presses on the backdrop: for dialogs with typed text. */
  keepOnBackdrop?: boolean
  size?: 'small' | 'medium' | 'large'
  /** Shows the dialog after a short delay, because most load faster. */
  isLoading?: boolean
  /** Buttons, aligned right; stacked on a phone. */
  footer?: ReactNode
  children?: ReactNode
}

const WIDTHS = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' }

/** A modal dialog that is open while it is mounted. On a phone it is a sheet at the bottom. */
export function Dialog({
  title,
  description,
  onClose,
  keepOnBackdrop = false,
  size = 'small',
  isLoading = false,
  footer,
  children,
}: DialogProps) {
  const id = useId()
  const dialog = useModal()
  const backdrop = useBackdropPress(() => {
    if (!keepOnBackdrop) onClose()
  })

  return (
    // The keyboard closes the dialog with Esc or its close button; a press on the backdrop is for the pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      // for the focus when the control that has it is removed
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      {...backdrop}
      aria-busy={isLoading || undefined}
      className={`dialog-sheet m-0 mt-auto max-h-[92dvh] w-full max-w-full flex-col rounded-t-xl outline-none bg-raised text-ink shadow-dialog backdrop:bg-backdrop open:flex sm:m-auto sm:max-h-[min(86dvh,52rem)] sm:rounded-lg ${WIDTHS[size]}`}
    >
      <div className={`flex items-start gap-3 px-5 pt-4 ${description ? '' : 'pb-3'}`}>
        <h2
          id={`${id}-title`}
          className="min-w-0 grow py-0.5 text-lg font-semibold wrap-anywhere pointer-coarse:py-1.5"
        >
          {title}
        </h2>
        <IconButton
          icon="close"
          label="Close"
          size="small"
          onMouseDown={keepFocus}
          onClick={onClose}
          className="-mr-1.5"
        />
      </div>
      {/* the description scrolls with the rest: a long one would leave no room for a form on a low window */}
      <div className="min-h-13 grow overflow-y-auto px-5 pt-1 pb-5">
        {description && (
          <div
            id={`${id}-description`}
            className={`text-ink-muted wrap-anywhere ${children ? 'mb-4' : ''}`}
          >
            {description}
          </div>
        )}
        {children}
      </div>
      {footer && (
        <div className="flex flex-col-reverse gap-2 border-t border-line px-5 py-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end">
          {footer}
        </div>
      )}
      <ToastRegion />
    </dialog>
  )
}

/**
 * Returns the handlers of a `<dialog>` that call a function after a press on its backdrop. A press that begins inside, such as
 * one that selects text, does not count.
 */
export function useBackdropPress(onPress: () => void) {
  const hasBegun = useRef(false)
  return {
    onPointerDown(event: TargetedEvent<HTMLDialogElement>) {
      hasBegun.current = event.target === event.currentTarget
    },
    onClick(event: TargetedEvent<HTMLDialogElement>) {
      if (hasBegun.current && event.target === event.currentTarget) onPress()
    },
  }
}

/**
 * The `onMouseDown` of a button that closes a dialog. A field that loses the focus can show an error, which would move the
 * button away from the pointer before it is released.
 */
export function keepFocus(event: MouseEvent) {
  event.preventDefault()
}

/** A dialog whose focus was not returned yet. */
interface Modal {
  /** What had the focus before. */
  opener: Element | null
  /** What gets the focus if the opener was removed. */
  around: HTMLElement | null
  /** The dialog that was open before, whose opener gets the focus if this one's cannot. */
  earlier: Modal | undefined
}

let modals: readonly Modal[] = []

/** Returns the `ref` of a `<dialog>`. Opens it on mount, and returns the focus after it was removed. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [modal] = useState<Modal>(() => ({ opener: null, around: null, earlier: undefined }))
  useLayoutEffect(() => {
    modal.opener = document.activeElement
    modal.around = modal.opener?.closest<HTMLElement>('[data-takes-focus]') ?? null
    modal.earlier = modals.at(-1)
    modals = [...modals, modal]
    dialog.current?.showModal()
  }, [modal])
  // after the removal: the opener may be in a card that was removed with the dialog, and must not get the focus before
  useEffect(
    () => () => {
      modals = modals.filter((other) => other !== modal)
      openerOf(modal)?.focus({ preventScroll: true })
    },
    [modal],
  )
  return dialog
}

/** Returns what gets the focus after a dialog. A dialog that replaces another was opened by a control that is removed. */
function openerOf({ opener, around, earlier }: Modal): HTMLElement | null {
  const isThere = opener !== document.body && opener?.checkVisibility()
  if (isThere && opener instanceof HTMLElement) return opener
  if (around?.isConnected) return around
  if (earlier) return openerOf(earlier)
  // the control that restores a draft is gone when its dialog opens
  return opener === document.body ? document.querySelector('main') : null
}

/** The `ref` of the control that gets the focus when its dialog opens. By default the close button gets it. */
export function initialFocus(control: HTMLElement | null) {
  // showModal() reads the attribute, which Preact does not write
  control?.setAttribute('autofocus', '')
}

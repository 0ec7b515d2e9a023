import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { ToastRegion } from './Toast.tsx'

interface DialogProps {
  title: string
  description?: ReactNode
  /** Asked by Esc, the cross and the backdrop. The caller decides whether to unmount the dialog. */
  onClose: () => void
  /** A click beside the dialog keeps it open: for dialogs that hold typed text. */
  keepOnBackdrop?: boolean
  size?: 'small' | 'medium' | 'large'
  /** Buttons, right-aligned; stacked on a phone. */
  footer?: ReactNode
  children?: ReactNode
}

const WIDTHS = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' }

/** A modal dialog, open while it is mounted. On a phone it is a sheet at the bottom. */
export function Dialog({
  title,
  description,
  onClose,
  keepOnBackdrop = false,
  size = 'small',
  footer,
  children,
}: DialogProps) {
  const id = useId()
  const dialog = useModal()

  return (
    // A press on the backdrop is a convenience for the pointer; Esc and the cross serve the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !keepOnBackdrop) onClose()
      }}
      className={`dialog-sheet m-0 mt-auto max-h-[92dvh] w-full max-w-full flex-col rounded-t-xl bg-raised text-ink shadow-dialog backdrop:bg-backdrop open:flex sm:m-auto sm:max-h-[min(86dvh,52rem)] sm:rounded-lg ${WIDTHS[size]}`}
    >
      <div className="flex items-start gap-3 px-5 pt-4.5 pb-3">
        <div className="min-w-0 grow">
          <h2 id={`${id}-title`} className="text-lg font-semibold">
            {title}
          </h2>
          {description && (
            <div id={`${id}-description`} className="mt-1 text-ink-muted">
              {description}
            </div>
          )}
        </div>
        <IconButton icon="close" label="Close" size="small" onClick={onClose} className="-mr-1.5" />
      </div>
      <div className="min-h-0 grow overflow-y-auto px-5 pt-1 pb-5">{children}</div>
      {footer && (
        <div className="flex flex-col-reverse gap-2 border-t border-line px-5 py-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end">
          {footer}
        </div>
      )}
      <ToastRegion />
    </dialog>
  )
}

/** As `ref` of a `<dialog>`: opens it with its component, and gives the focus back with it. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}

/** As `ref` of the control that has the focus when its dialog opens; the cross has it otherwise. */
export function focusedFirst(control: HTMLElement | null) {
  // showModal() goes by the attribute, which React does not write
  control?.setAttribute('autofocus', '')
}

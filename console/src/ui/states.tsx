import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'preact/compat'
import { Button } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'

interface EmptyStateProps {
  icon?: IconName
  text: string
  hint?: ReactNode
  action?: ReactNode
  /** Below the action. */
  children?: ReactNode
}

/** An empty state: what is missing and what the person can do. */
export function EmptyState({ icon = 'search', text, hint, action, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-14 text-center">
      <span
        className={`grid size-11 place-items-center rounded-full ${icon === 'alert' ? 'bg-negative-soft text-negative-text' : 'bg-neutral-soft text-ink-muted'}`}
      >
        <Icon name={icon} />
      </span>
      <p className="mt-3 font-medium wrap-anywhere">{text}</p>
      {hint && <p className="mt-1 max-w-md wrap-anywhere text-balance text-ink-muted">{hint}</p>}
      {action && (
        <FocusAfterRemoval className="mt-4 flex flex-col items-center gap-4 empty:hidden">
          {action}
        </FocusAfterRemoval>
      )}
      {children}
    </div>
  )
}

/**
 * Moves the focus when a button that has it is removed: to the element that `to` returns, else to the nearest element around
 * it that is a dialog or is marked `data-takes-focus`, else to the count of the list, which is marked `data-count`, else to the screen.
 */
export function FocusAfterRemoval({
  as: Box = 'div',
  to,
  className = '',
  children,
}: {
  /** A `span` within a paragraph. */
  as?: 'div' | 'span' | undefined
  /** Returns what gets the focus, without scrolling. Only the function of the first render is called. */
  to?: () => Element | null | undefined
  className?: string | undefined
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement & HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const around = element.closest<HTMLElement>('[data-takes-focus], dialog')
      // after the removal, which may render the count too
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const own = to?.()
        if (own instanceof HTMLElement) return own.focus({ preventScroll: true })
        const other =
          around ??
          document.querySelector<HTMLElement>('[data-count]') ??
          document.querySelector('main')
        other?.focus()
      })
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- every `to` looks its element up when it is called
  }, [])
  return (
    <Box ref={box} className={className}>
      {children}
    </Box>
  )
}

interface Retry {
  retrying: boolean
  onRetry: () => void
}

/** The button that repeats what has failed. */
export function TryAgain({
  retrying,
  onRetry,
  as,
  className,
  ...look
}: Retry &
  Pick<ComponentProps<typeof Button>, 'look' | 'size'> &
  Pick<ComponentProps<typeof FocusAfterRemoval>, 'as' | 'className'>) {
  return (
    <FocusAfterRemoval as={as} className={className}>
      <Button {...look} icon="refresh" busy={retrying} onClick={onRetry}>
        Try again
      </Button>
    </FocusAfterRemoval>
  )
}

/** A list that is empty or failed to load. Both show the same text (§8); a failure adds the reason. */
export function NoItems({
  text,
  failure,
  actions,
  children,
}: {
  text: string
  failure: ({ hint: ReactNode } & Retry) | null
  /** Beside the 'Try again' button. */
  actions?: ReactNode
  /** Above the buttons. */
  children?: ReactNode
}) {
  return (
    <EmptyState
      icon={failure ? 'alert' : 'search'}
      text={text}
      hint={failure && <span role="alert">{failure.hint}</span>}
      action={children}
    >
      {(failure || actions) && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {failure && <TryAgain retrying={failure.retrying} onRetry={failure.onRetry} />}
          {actions && <FocusAfterRemoval>{actions}</FocusAfterRemoval>}
        </div>
      )}
    </EmptyState>
  )
}

/** A failure of a part of a screen, in one line, with a 'Try again' button. */
export function FailureLine({ text, ...retry }: { text: string } & Retry) {
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <span role="alert" className="text-negative-text">
        {text}
      </span>
      <TryAgain as="span" look="quiet" size="small" className="-ml-2.5" {...retry} />
    </span>
  )
}

/** A failure of a part of a box, along the top or the bottom of the box, with a 'Try again' button if `onRetry` is passed. */
export function FailureBar({
  text,
  edge,
  onRetry,
  retrying = false,
}: { text: string; edge: 'top' | 'bottom' } & Partial<Retry>) {
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line px-4 py-2.5 ${edge === 'top' ? 'border-b' : 'border-t'}`}
    >
      <span className="inline-flex min-w-0 items-center gap-1.5 font-medium text-negative-text wrap-anywhere">
        <Icon name="alert" className="size-4" />
        {text}
      </span>
      {onRetry && <TryAgain size="small" retrying={retrying} onRetry={onRetry} />}
    </div>
  )
}

/** A failure of a whole screen or section, with a 'Try again' button if `onRetry` is passed. */
export function ErrorState({
  text,
  hint,
  onRetry,
  retrying = false,
}: Pick<EmptyStateProps, 'text' | 'hint'> & Partial<Retry>) {
  return (
    <div role="alert">
      <EmptyState icon="alert" text={text} hint={hint}>
        {onRetry && <TryAgain className="mt-4" retrying={retrying} onRetry={onRetry} />}
      </EmptyState>
    </div>
  )
}

/** Says at the bottom of the window that a part of a long list could not be loaded. */
export function GapNotice({ text, ...retry }: { text: string } & Retry) {
  return (
    <div role="alert" className="bottom-message max-w-md justify-between gap-4">
      {text}
      <TryAgain look="quiet" {...retry} />
    </div>
  )
}

import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
} from 'preact/compat'
import { Link, type LinkProps } from '../router/Link.tsx'
import { DisabledReason } from './DisabledReason.tsx'
import { Icon, type IconName } from './Icon.tsx'
import { Spinner } from './loading.tsx'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'small' | 'medium' | 'large'

// In forced colours a transparent border is visible, and a background is not.
const LOOKS: Record<Look, string> = {
  primary:
    'border border-transparent bg-accent text-accent-ink shadow-card not-aria-disabled:hover:bg-accent-hover',
  secondary:
    'border border-line bg-surface text-ink shadow-card not-aria-disabled:hover:bg-hover not-aria-disabled:hover:border-line-strong',
  quiet: 'text-ink not-aria-disabled:hover:bg-hover',
  danger:
    'border border-transparent bg-negative-solid text-accent-ink shadow-card not-aria-disabled:hover:bg-negative-hover',
}

const SIZES: Record<Size, string> = {
  small: 'min-h-8 gap-1.5 px-2.5 text-sm pointer-coarse:min-h-10',
  medium: 'min-h-9 gap-2 px-3.5 text-base pointer-coarse:min-h-11',
  // as wide as its form, which has no room for one line on a phone with large text
  large: 'min-h-10 gap-2 px-4 text-base whitespace-normal! pointer-coarse:min-h-12',
}

/** Returns the classes of a button, for another element that looks like one. */
export function buttonClasses(look: Look, size: Size, className = '') {
  return `inline-flex select-none items-center justify-center rounded-sm font-medium whitespace-nowrap disabled:opacity-60 aria-disabled:opacity-60 ${LOOKS[look]} ${SIZES[size]} ${className}`
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'aria-disabled' | 'className'> {
  className?: string
  look?: Look
  size?: Size
  icon?: IconName | undefined
  /** Shows a spinner and ignores clicks. */
  busy?: boolean
  /** Disables the button and says why. It stays focusable, so that the reason can be read. */
  disabledReason?: string | undefined
  /** Where the reason is shown if there is room: below for a button at the top of the page. */
  reasonSide?: 'above' | 'below'
}

export function Button({
  look = 'secondary',
  size = 'medium',
  icon,
  busy = false,
  disabledReason,
  reasonSide = 'above',
  type = 'button',
  className = '',
  children,
  onClick,
  ref,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const element = useKeptFocus(disabledReason !== undefined, ref)
  const isDisabled = busy || disabledReason !== undefined
  const button = (
    <button
      {...rest}
      ref={element}
      // oxlint-disable-next-line react/button-has-type -- the caller's type, 'button' by default
      type={type}
      className={buttonClasses(look, size, className)}
      aria-disabled={isDisabled || undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      onClick={(event) => {
        if (isDisabled) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <Spinner className="size-4" /> : icon && <Icon name={icon} className="size-4" />}
      {children}
    </button>
  )
  if (!disabledReason) return button
  return (
    <DisabledReason id={reasonId} reason={disabledReason} side={reasonSide}>
      {button}
    </DisabledReason>
  )
}

/**
 * A button gets a new element when the box with its `disabledReason` is added or removed. Returns a `ref` that moves the focus
 * to the new element.
 */
function useKeptFocus(boxed: boolean, ref: ButtonProps['ref']) {
  const element = useRef<HTMLButtonElement | null>(null)
  const hadFocus = element.current !== null && element.current === document.activeElement
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body)
      element.current?.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only after the element was replaced
  }, [boxed])
  return useCallback(
    (button: HTMLButtonElement | null) => {
      element.current = button
      if (typeof ref === 'function') ref(button)
      else if (ref) ref.current = button
    },
    [ref],
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label' | 'icon' | 'look'> {
  icon: IconName
  /** Its accessible name and tooltip. */
  label: string
}

export function IconButton({ label, size = 'medium', className = '', ...rest }: IconButtonProps) {
  const square = size === 'small' ? 'w-8 pointer-coarse:w-10' : 'w-9 pointer-coarse:w-11'
  return (
    <Button
      {...rest}
      look="quiet"
      size={size}
      aria-label={label}
      title={label}
      className={`px-0 ${square} ${className}`}
    />
  )
}

interface ButtonLinkProps extends LinkProps {
  look?: Look
  size?: Size
  icon?: IconName
  children: ReactNode
}

/** A link that looks like a button. Its text wraps, because it names a screen or a record. */
export function ButtonLink({
  look = 'secondary',
  size = 'medium',
  icon,
  className = '',
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClasses(look, size, `whitespace-normal! ${className}`)}>
      {icon && <Icon name={icon} className="size-4" />}
      {children}
    </Link>
  )
}

import { EmailText } from './EmailText.tsx'
import { NO_TEXT } from './no-text.ts'

const LINK =
  'rounded-xs text-accent-text hover:underline pointer-coarse:inline-block pointer-coarse:py-1'

/** Returns the `tel:` address of a number, or null without digits. */
export function telOf(number: string): string | null {
  const dialled = number.replaceAll(/[^\d+]/g, '')
  return dialled === '' ? null : `tel:${dialled}`
}

/** A link that calls the number. */
export function PhoneLink({
  number,
  none = NO_TEXT,
  className = '',
}: {
  number: string
  none?: string
  className?: string
}) {
  const tel = telOf(number)
  if (tel === null) return number || none
  return (
    <a href={tel} className={`${LINK} ${className}`}>
      {number}
    </a>
  )
}

export function EmailLink({ address, none = NO_TEXT }: { address: string; none?: string }) {
  if (!address.includes('@')) return address || none
  return (
    <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`} className={LINK}>
      <EmailText address={address} />
    </a>
  )
}

import { EmailText } from './EmailText.tsx'
import { NO_TEXT } from './no-text.ts'

const LINK =
  'rounded-xs text-accent-text hover:underline pointer-coarse:inline-block pointer-coarse:py-1'

/** Returns the `tel:` address of a number, or null without digits. Of several numbers in one text, it is the first. */
export function telOf(number: string): string | null {
  const dialled = dialledOf(number)
  if (dialled === '') return null
  // E.164 has no longer number
  if (/^\+?\d{1,15}$/.test(dialled)) return `tel:${dialled}`
  const parts = number.split(/[,;/|&\n]/).map(dialledOf)
  // a shorter part can be an area code
  return `tel:${parts.find((part) => part.length >= 6) ?? dialled}`
}

function dialledOf(number: string): string {
  return number.replaceAll(/[^\d+]/g, '')
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

import { EmailText } from './EmailText.tsx'
import { NO_TEXT } from './no-text.ts'

/** The look of a link that is the value of a detail. */
export const TEXT_LINK =
  'rounded-xs text-accent-text hover:underline pointer-coarse:inline-block pointer-coarse:py-1'

/**
 * Returns the `tel:` address of a number, or null without digits. Of several numbers in one text, it is the first. An
 * extension is not dialled.
 */
export function telOf(number: string): string | null {
  const dialled = dialledOf(number)
  if (dialled === '') return null
  const parts = number.split(/[,;/|&\n\p{L}]|(?=\+)/u).map(dialledOf)
  const first = parts.find((part) => part !== '') ?? dialled
  // a shorter part can be an area code
  if (first.length >= MIN_WHOLE && isNumber(first)) return `tel:${first}`
  if (isNumber(dialled)) return `tel:${dialled}`
  const mobile = FIRST_MOBILE.exec(dialled)?.[0]
  return `tel:${mobile ?? parts.find((part) => part.length >= 6) ?? dialled}`
}

/** Digits from which the first of several parts is a number of its own: an Indian landline without its area code. */
const MIN_WHOLE = 8

const FIRST_MOBILE = /^(?:\+?91|0)?[6-9]\d{9}/

/** Returns whether a number has no more digits than E.164 allows. */
function isNumber(dialled: string): boolean {
  return /^\+?\d{1,15}$/.test(dialled)
}

/** The digits of the scripts of India. Each script has them at the same place of its block. */
const INDIAN_DIGITS = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g

function dialledOf(number: string): string {
  return number
    .normalize('NFKC')
    .replaceAll(INDIAN_DIGITS, (digit) => String((digit.charCodeAt(0) & 0x7f) - 0x66))
    .replaceAll(/[^\d+]/g, '')
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
    <a href={tel} className={`${TEXT_LINK} ${className}`}>
      {number}
    </a>
  )
}

export function EmailLink({ address, none = NO_TEXT }: { address: string; none?: string }) {
  if (!address.includes('@')) return address || none
  return (
    <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`} className={TEXT_LINK}>
      <EmailText address={address} />
    </a>
  )
}

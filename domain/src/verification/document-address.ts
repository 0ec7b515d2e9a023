import { localDate } from '../time/days.ts'
import { localDateText } from '../time/month-names.ts'

/** Returns the address of a document that our own server keeps, as the partner's field holds it. */
export function documentAddress(id: string): string {
  return `/documents/${id}`
}

/** The time zone of the marketplace. The text is also written where no administrator's time zone is known. */
const TIME_ZONE = 'Asia/Kolkata'

/** Returns the text that is shown instead of a destroyed document, which was kept for `days`; null if that is unknown. */
export function destroyedText(at: Date, days: number | null): string {
  const date = localDateText(localDate(at.getTime(), TIME_ZONE))
  return days === null ? `Destroyed on ${date}.` : `Destroyed on ${date}, after ${days} days.`
}

/** Returns whether our own server keeps the document at this address. */
export function isOwnDocument(address: string): boolean {
  return /^\/documents\/[^/?#]+$/.test(address)
}

/** Returns the `http:` or `https:` address of a document on another server, or `null` for any other address. */
export function webAddress(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && ['https:', 'http:'].includes(url.protocol) ? url : null
}

/**
 * Returns whether a Content-Security-Policy that names these origins lets a page load the address. An `http:`
 * origin covers `https:` too (CSP 3, scheme-part match).
 */
export function isAllowedOrigin({ origin }: URL, allowed: readonly string[]): boolean {
  return allowed.some((one) => one === origin || one.replace(/^http:/, 'https:') === origin)
}

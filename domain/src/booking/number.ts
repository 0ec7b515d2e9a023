/** The text of a booking number search as the field keeps it: other characters stripped, upper case (§5.4). */
export function bookingNumber(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()
}

/** At most so many suggestions are shown (§5.4). */
export const MAX_SUGGESTIONS = 8

/** The pause in typing after which the host is asked, in milliseconds (§5.4). */
export const LOOKUP_PAUSE = 500

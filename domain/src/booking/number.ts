/** Returns the letters and digits of a text in upper case, as the booking number search keeps them (§5.4). */
export function bookingNumber(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()
}

/** Maximum number of suggestions for a booking number (§5.4). */
export const MAX_SUGGESTIONS = 8

/** How long after the last key the console asks the host for a booking number, in milliseconds (§5.4). */
export const LOOKUP_DEBOUNCE_MS = 500

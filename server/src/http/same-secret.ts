import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares hashes, so that the time does not depend on the secret. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

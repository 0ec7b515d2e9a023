import { createHash, randomBytes } from 'node:crypto'

/** Returns 256 random bits for a link or a token, as 43 characters that need no URL encoding. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash of a secret for the database. A plain hash is sufficient for 256 random bits. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

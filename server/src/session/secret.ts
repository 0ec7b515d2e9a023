import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a link or a token, as 43 characters that a URL takes unchanged. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret. It has 256 random bits, so a plain hash is enough. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

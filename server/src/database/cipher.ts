import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** AES-256-GCM: bytes of a key, a nonce and a tag. */
export const KEY_BYTES = 32
export const NONCE_BYTES = 12
export const TAG_BYTES = 16

const ALGORITHM = 'aes-256-gcm'

/** Returns the nonce, the encrypted bytes and the tag. `context` says what they belong to, and is not stored. */
export function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  return Buffer.concat([nonce, seal(key, nonce, plain, Buffer.from(context))])
}

/** Reverses `encrypt`. Throws if the key, the context or a byte is another. */
export function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  return open(key, nonce, sealed.subarray(NONCE_BYTES), Buffer.from(context))
}

/** Encrypts with a nonce that the key is never used with again. Returns the encrypted bytes and the tag. */
export function seal(key: Buffer, nonce: Buffer, plain: Buffer, context: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  cipher.setAAD(context)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Reverses `seal`. Throws if anything is other than it was. */
export function open(key: Buffer, nonce: Buffer, sealed: Buffer, context: Buffer): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(context)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
}

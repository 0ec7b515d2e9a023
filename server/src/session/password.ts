import { hash, parseOptions, verify } from '@node-rs/argon2'

/** In characters. NIST SP 800-63B asks for length rather than for kinds of characters. */
export const MIN_PASSWORD_LENGTH = 12

// argon2id is the library's default algorithm; 46 MiB and two passes take about 60 ms of one core
const COST = { memoryCost: 47_104, timeCost: 2, parallelism: 1 }

// costs as much to check as a real hash, and no password fits it
const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export function hashPassword(password: string): Promise<string> {
  return hash(spelling(password), COST)
}

/** Whether `password` is the one behind `passwordHash`. Takes as long when there is no hash. */
export async function isPassword(passwordHash: string | null | undefined, password: string) {
  const fits = await verify(passwordHash ?? NOBODYS_HASH, spelling(password))
  return fits && typeof passwordHash === 'string'
}

/** Whether the hash was made at another cost than today's. */
export function isOutdated(passwordHash: string): boolean {
  const made = parseOptions(passwordHash)
  return made.memoryCost !== COST.memoryCost || made.timeCost !== COST.timeCost
}

export function isTooShort(password: string): boolean {
  return Array.from(password).length < MIN_PASSWORD_LENGTH
}

// the same password typed on another keyboard may come in other code points
function spelling(password: string): string {
  return password.normalize('NFKC')
}

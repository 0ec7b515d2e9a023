import { hash, parseOptions, verify } from '@node-rs/argon2'

// argon2id is the library's default algorithm; 46 MiB and two passes take about 60 ms of one core
const COST = { memoryCost: 47_104, timeCost: 2, parallelism: 1 }

// takes as long to check as a real hash, and no password matches it
const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export function hashPassword(password: string): Promise<string> {
  return hash(spelling(password), COST)
}

/** Returns whether `password` matches `passwordHash`. Takes as long if there is no hash. */
export async function isPassword(passwordHash: string | null | undefined, password: string) {
  const fits = await verify(passwordHash ?? NOBODYS_HASH, spelling(password))
  return fits && typeof passwordHash === 'string'
}

/** Returns whether the hash was made with other parameters than the current ones. */
export function isOutdated(passwordHash: string): boolean {
  const made = parseOptions(passwordHash)
  return made.memoryCost !== COST.memoryCost || made.timeCost !== COST.timeCost
}

// another keyboard may send the same password in other code points
function spelling(password: string): string {
  return password.normalize('NFKC')
}

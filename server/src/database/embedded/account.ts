import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of files that the account must reach when it cannot enter the clone. */
export const SHARED_FOLDER = '/var/lib/mandap'

/** An account of the machine that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
}

/**
 * Returns the account that PostgreSQL runs as; `undefined` for the current user. PostgreSQL does not run as
 * root, so root uses the first of: the owner of PostgreSQL's folder, a named owner of the data folder,
 * `postgres`, `nobody`.
 */
export function accountFor(dataDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const clusterOwner = ownerOf(join(dataDir, 'postgres'))
  if (clusterOwner) return clusterOwner
  const accounts = readAccounts()
  const owner = ownerOf(dataDir)
  // initdb looks up the name of its own account
  if (owner && [...accounts.values()].some(({ uid }) => uid === owner.uid)) return owner
  const account = accounts.get('postgres') ?? accounts.get('nobody')
  if (account) return account
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a postgres nor a nobody account. ' +
      'Start as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
  )
}

function ownerOf(folder: string): Account | undefined {
  const entry = statSync(folder, { throwIfNoEntry: false })
  return entry && entry.uid !== 0 ? { uid: entry.uid, gid: entry.gid } : undefined
}

/** Returns whether `account` may enter `path` and every folder above it, by their modes. */
export function canEnter(path: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(path)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(path)
  return parent === path || canEnter(parent, account)
}

function readAccounts(): Map<string, Account> {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return new Map(
    lines.map((line) => {
      const [name = '', , uid, gid] = line.split(':')
      // macOS writes the id of nobody as -2, which the kernel reads as unsigned
      return [name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }]
    }),
  )
}

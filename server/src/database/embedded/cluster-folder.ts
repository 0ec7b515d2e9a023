import { randomBytes } from 'node:crypto'
import {
  chown,
  lstat,
  mkdir,
  readdir,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Account, canEnter, SHARED_FOLDER } from './account.ts'
import { isAlive } from './postmaster.ts'

/** Makes the data folder; it belongs to the owner of the folder around it, also when root makes it. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  const root = process.getuid?.() === 0
  await mkdir(dirname(dataDir), { recursive: true })
  // PostgreSQL's account passes through; the secrets inside carry their own modes
  const made = await mkdir(dataDir, { recursive: true, mode: root ? 0o711 : 0o700 })
  if (made && root) {
    const { uid, gid } = await stat(dirname(dataDir))
    await chown(dataDir, uid, gid)
  }
}

/**
 * The real path of PostgreSQL's folder: `postgres` in the data folder. Where `account` cannot enter the
 * data folder, that is a link to a folder of its own in `SHARED_FOLDER`.
 */
export async function findClusterFolder(
  dataDir: string,
  account: Account | undefined,
): Promise<string> {
  const inside = join(await realpath(dataDir), 'postgres')
  if (await lstat(inside).catch(() => undefined)) return followed(inside)
  if (!account || canEnter(dirname(inside), account)) return inside
  const outside = join(SHARED_FOLDER, nameFor(dirname(inside)))
  await mkdir(outside, { recursive: true, mode: 0o711 })
  const place = join(outside, 'postgres')
  try {
    await symlink(place, inside)
    return place
  } catch {
    // another start was faster; its place counts
    await rm(outside, { recursive: true })
    return followed(inside)
  }
}

// what the link names need not exist yet: the start that made it may have been interrupted
async function followed(inside: string): Promise<string> {
  const entry = await lstat(inside)
  return entry.isSymbolicLink() ? readlink(inside) : inside
}

/** Removes half-made folders of starts that were interrupted, and leaves those under way. */
export async function removeDrafts(place: string): Promise<void> {
  const names = await readdir(dirname(place)).catch(() => [])
  const abandoned = names.filter((name) => {
    const [draft, maker] = /^(.+)\.new-(\d+)/.exec(name)?.slice(1) ?? []
    return draft === basename(place) && !isAlive(Number(maker))
  })
  await Promise.all(
    abandoned.map((name) => rm(join(dirname(place), name), { recursive: true, force: true })),
  )
}

// tells to whom it belongs; random at the end, so that a new clone never finds an old one's data
function nameFor(dataDir: string): string {
  const path = dataDir.split('/').filter(Boolean).join('-')
  return `${path}-${randomBytes(4).toString('hex')}`
}

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

/** Creates the data folder. It belongs to the owner of the parent folder, even if root creates it. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  const root = process.getuid?.() === 0
  await mkdir(dirname(dataDir), { recursive: true })
  // PostgreSQL's account only passes through; secret files have their own modes
  const made = await mkdir(dataDir, { recursive: true, mode: root ? 0o711 : 0o700 })
  if (made && root) {
    const { uid, gid } = await stat(dirname(dataDir))
    await chown(dataDir, uid, gid)
  }
}

/**
 * Returns the real path of PostgreSQL's folder, `postgres` in the data folder. If `account` cannot enter the
 * data folder, that is a link to a folder in `SHARED_FOLDER`.
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
  const folder = join(outside, 'postgres')
  try {
    await symlink(folder, inside)
    return folder
  } catch {
    // another process was faster, so its folder is used
    await rm(outside, { recursive: true })
    return followed(inside)
  }
}

// the target of the link may not exist yet, if the start that created it was interrupted
async function followed(inside: string): Promise<string> {
  const entry = await lstat(inside)
  return entry.isSymbolicLink() ? readlink(inside) : inside
}

/** Removes unfinished folders of interrupted starts. Keeps those of starts that are running. */
export async function removeDrafts(folder: string): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => [])
  const abandoned = names.filter((name) => {
    const [draft, maker] = /^(.+)\.new-(\d+)/.exec(name)?.slice(1) ?? []
    return draft === basename(folder) && !isAlive(Number(maker))
  })
  await Promise.all(
    abandoned.map((name) => rm(join(dirname(folder), name), { recursive: true, force: true })),
  )
}

// names the owner; the random end keeps a new clone from finding the data of an old one
function nameFor(dataDir: string): string {
  const path = dataDir.split('/').filter(Boolean).join('-')
  return `${path}-${randomBytes(4).toString('hex')}`
}

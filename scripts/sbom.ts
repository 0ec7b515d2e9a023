// Entry point of `npm run sbom`: lists the licences of all packages, and writes the software bill of materials of what
// `npm start` installs, in CycloneDX.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { npmCommand } from './npm.mjs'
import { type LockedPackage, lockedPackages } from './packages.ts'

const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, '.cache/sbom.cdx.json')

const packages = lockedPackages(ROOT)
printLicences(
  'Installed by npm start',
  packages.filter(({ isDev }) => !isDev),
)
printLicences(
  'Only for development',
  packages.filter(({ isDev }) => isDev),
)

await mkdir(dirname(FILE), { recursive: true })
await writeFile(
  FILE,
  await npm('sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev'),
)
console.log(`The software bill of materials is ${relative(process.cwd(), FILE)}.`)

function printLicences(title: string, listed: readonly LockedPackage[]) {
  console.log(`${title}: ${listed.length} packages\n`)
  const byLicence = Map.groupBy(listed, ({ licence }) => licence ?? 'unknown')
  for (const [licence, of] of [...byLicence].toSorted(([one], [other]) => one.localeCompare(other)))
    console.log(`${licence}\n${of.map(({ name, version }) => `  ${name} ${version}`).join('\n')}\n`)
}

/** Runs npm, and returns its output. */
async function npm(...words: string[]): Promise<string> {
  const { program, args, shell } = npmCommand(words)
  const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024, shell }
  const { stdout } = await promisify(execFile)(program, args, options)
  return stdout
}

import { cp, copyFile, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildah, run } from './buildah.ts'

const FOLDER = join(import.meta.dirname, '../../.cache/image')
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Makes the image that the Dockerfile begins with: Debian by debootstrap, from the mirror of this machine, with its npm and
 * the Node that runs this script. Returns its name.
 */
export async function makeBaseImage(): Promise<string> {
  const root = join(FOLDER, 'root')
  if (!existsSync(root)) {
    const made = `${root}.part`
    await rm(made, { recursive: true, force: true })
    await mkdir(FOLDER, { recursive: true })
    await run('debootstrap', '--variant=minbase', 'bookworm', made, await mirror())
    await addNode(made)
    await rename(made, root)
  }
  const container = await buildah('from', 'scratch')
  try {
    await buildah('copy', '--quiet', container, root, '/')
    await buildah(
      'config',
      '--env=PATH=/usr/local/bin:/usr/bin:/bin',
      `--env=NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
      container,
    )
    await buildah('commit', '--quiet', container, 'localhost/mandap-base')
  } finally {
    await buildah('rm', container)
  }
  return 'localhost/mandap-base'
}

async function addNode(root: string) {
  await mkdir(join(root, 'etc/ssl/certs'), { recursive: true })
  await copyFile(CERTIFICATES, join(root, CERTIFICATES))
  await copyFile(process.execPath, join(root, 'usr/local/bin/node'))
  const npm = join(await run('npm', 'root', '--global'), 'npm')
  await cp(npm, join(root, 'usr/local/lib/npm'), { recursive: true })
  await symlink('../lib/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
}

/** Returns the mirror from which this machine installs Debian's packages. */
async function mirror(): Promise<string> {
  const sources = await readdir('/etc/apt/sources.list.d')
  const files = [
    '/etc/apt/sources.list',
    ...sources.map((name) => join('/etc/apt/sources.list.d', name)),
  ]
  for (const file of files.filter(existsSync)) {
    const [, address] =
      /^(?:deb |URIs: )[^#]*?(https?:\/\/\S+\/debian)\b/m.exec(await readFile(file, 'utf8')) ?? []
    if (address) return address
  }
  throw new Error('No mirror of Debian was found in /etc/apt.')
}

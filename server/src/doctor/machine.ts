import { access, constants, mkdir, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { defaultKeyFile, keyFileExists, readKeyFile } from '../database/key-file.ts'
import { defaultErasureLog } from '../erasure-list/erasure-list.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { reasonOf } from '../error/reason.ts'

const GIGABYTE = 1e9
const LITTLE_BYTES = 2 * GIGABYTE
const TOO_LITTLE_BYTES = 0.5 * GIGABYTE

/** Checks the folder of the data and the space on its disk. */
export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> {
  try {
    await mkdir(dataDir, { recursive: true })
    const { bavail, bsize } = await statfs(dataDir)
    return diskFinding(dataDir, bavail * bsize)
  } catch (error) {
    return problem(
      'Disk',
      `${dataDir} cannot be used: ${reasonOf(error)}.`,
      'Set DATA_DIR to a folder that the account of the server may write.',
    )
  }
}

export function diskFinding(folder: string, freeBytes: number): Finding {
  const text = `${(freeBytes / GIGABYTE).toFixed(1)} GB are free on the disk of ${folder}.`
  const fix =
    'Free some space or enlarge the disk: without space, the server answers writes with 503.'
  if (freeBytes < TOO_LITTLE_BYTES) return problem('Disk', text, fix)
  return freeBytes < LITTLE_BYTES ? warning('Disk', text, fix) : ok('Disk', text)
}

/** Checks that the list of destructions can be written, without writing it. */
export async function checkErasureLog({
  dataDir,
  erasureLog,
}: Pick<Config, 'dataDir' | 'erasureLog'>): Promise<Finding> {
  const file = erasureLog ?? defaultErasureLog(dataDir)
  try {
    await access(await existing(file), constants.W_OK)
    return ok('Erasures', `The list of destructions is written to ${file}.`)
  } catch (error) {
    return problem(
      'Erasures',
      `The list of destructions cannot be written to ${file}: ${reasonOf(error)}.`,
      'Set ERASURE_LOG to a file that the account of the server may write. A restore needs the list.',
    )
  }
}

/** Returns the path, or the nearest folder of it that exists. */
async function existing(path: string): Promise<string> {
  try {
    await access(path)
    return path
  } catch (error) {
    const { code }: { code?: unknown } = Object(error)
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    return existing(dirname(path))
  }
}

/**
 * Checks that the key file has a key that only its owner can read. Says nothing of a file that a first start makes:
 * `checkDatabase` knows whether there was one.
 */
export async function checkKeyFile({
  dataDir,
  encryptionKeyFile,
}: Pick<Config, 'dataDir' | 'encryptionKeyFile'>): Promise<Finding[]> {
  const file = encryptionKeyFile ?? defaultKeyFile(dataDir)
  if (encryptionKeyFile === undefined && !(await keyFileExists(file))) return []
  try {
    await readKeyFile(file)
  } catch (error) {
    return [
      problem(
        'Key file',
        reasonOf(error),
        'Restore the file from its copy. Without the key, nobody can read the stored numbers and documents.',
      ),
    ]
  }
  return [keyFileFinding(file, (await stat(file)).mode)]
}

/** Where a container has its secrets. The folder on the host protects them, and the container has one account. */
const CONTAINER_SECRETS = '/run/secrets/'

export function keyFileFinding(file: string, mode: number): Finding {
  const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0
  return isOpen && !file.startsWith(CONTAINER_SECRETS)
    ? warning('Key file', `Other accounts may read ${file}.`, `chmod 600 ${file}`)
    : ok('Key file', `${file} has a key.`)
}

/** The oldest major version of Node that can run the server. */
const OLDEST_NODE = 24

export function checkNode(version = process.versions.node): Finding {
  return Number(version.split('.', 1)[0]) >= OLDEST_NODE
    ? ok('Node', `Node ${version}`)
    : problem(
        'Node',
        `This is Node ${version}.`,
        `Run Mandap with npm, which uses Node ${OLDEST_NODE}.`,
      )
}

import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  type OpenSource,
  type ImportSource,
  SourceError,
  type Subject,
  SUBJECTS,
} from './source.ts'

export interface Folder {
  sources: ImportSource[]
  /** Names of files that are not read as records. */
  skipped: string[]
}

/** Returns the record files of a folder, or the one file that is named. Throws `SourceError`. */
export async function readFolder(path: string): Promise<Folder> {
  const found = await stat(path).catch(unreadable(path))
  if (!found.isDirectory()) return single(path)
  const entries = await readdir(path, { withFileTypes: true }).catch(unreadable(path))
  const names = entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const sources = SUBJECTS.flatMap((subject) =>
    names
      .filter((name) => subjectOfFile(name) === subject)
      .map((name) => fileSource(join(path, name), subject)),
  )
  if (sources.length === 0) throw new SourceError(`${path} contains no record files. ${NAMES}`)
  return { sources, skipped: names.filter((name) => subjectOfFile(name) === null) }
}

const NAMES =
  'Name the files bookings.json, partners.json, users.json and temp-partners.json; ' +
  '.jsonl, .ndjson and .gz are read too.'

function single(path: string): Folder {
  const subject = subjectOfFile(basename(path))
  if (subject === null)
    throw new SourceError(`The name of ${path} does not say which records it contains. ${NAMES}`)
  return { sources: [fileSource(path, subject)], skipped: [] }
}

const BEGINNINGS: readonly (readonly [RegExp, Subject])[] = [
  [/^temp[-_. ]?partner/i, 'tempPartner'],
  [/^bookings/i, 'booking'],
  [/^partners/i, 'partner'],
  [/^users?(?![a-z])/i, 'user'],
]

/** Returns the kind of records in a file, by its name; `null` if it is not a file of records. */
export function subjectOfFile(name: string): Subject | null {
  // mongodump's description of a collection has no records
  if (/\.metadata\.json/i.test(name)) return null
  const [, base] = /^(.+)\.(?:json|jsonl|ndjson)(?:\.gz)?$/i.exec(name) ?? []
  if (base === undefined) return null
  // exports of a database are named 'database.collection.json'
  const collection = base.slice(base.lastIndexOf('.') + 1)
  const found = BEGINNINGS.find(([begins]) => begins.test(base) || begins.test(collection))
  return found ? found[1] : null
}

function fileSource(path: string, subject: Subject): ImportSource {
  return { subject, name: path, open: () => openFile(path) }
}

/** Returns a function that throws why a file or folder cannot be read. */
function unreadable(path: string) {
  return ({ code, message }: NodeJS.ErrnoException): never => {
    throw new SourceError(
      code === 'ENOENT'
        ? `There is no file or folder ${path}.`
        : `${path} cannot be read (${code ?? message}).`,
    )
  }
}

async function openFile(path: string): Promise<OpenSource> {
  // opened before it is read, so that a file that cannot be opened does not end the import of the others
  const opened = await open(path).catch(unreadable(path))
  const { size } = await opened.stat()
  const file = opened.createReadStream({ highWaterMark: 256 * 1024 })
  // an error occurs where the chunks are read
  const chunks = path.toLowerCase().endsWith('.gz')
    ? pipeline(file, createGunzip(), () => {})
    : file
  return { chunks, progress: () => (size === 0 ? 1 : file.bytesRead / size) }
}

import { counted } from '@mandap/domain/text/counted.ts'
import type { DocumentFlaw, Manifest, Summary } from './content.ts'
import { verdictLines } from '../audit/verdict-lines.ts'
import type { AfterRestore } from './after-restore.ts'
import type { DestructionList } from './list-of-destructions.ts'
import type { Restored } from './restore.ts'
import type { BackupCheck } from './verify.ts'
import type { WrittenBackup } from './write.ts'

/** Lines for the person who runs a command, and whether everything was as it should be. */
export interface Report {
  lines: string[]
  isWhole: boolean
}

const MAX_LISTED = 20

export function writtenReport(path: string, { summary, bytes, sha256 }: WrittenBackup): Report {
  return {
    lines: [
      `${path} contains ${contentOf(summary)}, in ${megabytes(bytes)}.`,
      `SHA-256 ${sha256}`,
      'Keep the passphrase elsewhere: without it, nobody can restore the file.',
      ...documentFlaws(summary),
    ],
    isWhole: isWhole(summary),
  }
}

export function restoredReport(
  { manifest, summary, foreignTables }: Restored,
  after: AfterRestore,
): Report {
  const { unrecorded } = after
  const destructions = destructionsReport(after)
  return {
    lines: [
      `Restored ${contentOf(summary)}, as they were at ${manifest.at}.`,
      ...accessLines(after.administrators),
      ...ownKey(manifest),
      ...foreign(foreignTables),
      ...destructions.lines,
      ...(unrecorded === undefined ? [] : withoutEntry(unrecorded)),
      ...documentFlaws(summary),
    ],
    isWhole: unrecorded === undefined && destructions.isWhole && isWhole(summary),
  }
}

/** Says what was done to a database that was set back to an earlier time. */
export function recoveredReport(after: AfterRestore): Report {
  const { lines, isWhole: isRepeated } = destructionsReport(after)
  return { lines: [...accessLines(after.administrators), ...lines], isWhole: isRepeated }
}

/** Says who has access to a database of an earlier time. */
function accessLines(administrators: number | undefined): string[] {
  const access =
    administrators === undefined
      ? 'Administrators have the access'
      : counted(administrators, ['administrator has the access', 'administrators have the access'])
  return [
    'Everybody signs in again.',
    `${access}, roles, passwords and second factors of that time.`,
    'Before you start a server, compare with npm run admin -- list, and remove the access that was removed after that time.',
  ]
}

/** Says which destructions of the list were repeated. */
function destructionsReport({
  list,
  repeated,
  unrepeated,
}: Pick<AfterRestore, 'list' | 'repeated' | 'unrepeated'>): Report {
  if (!list) return { lines: ['What was destroyed after that time is there again.'], isWhole: true }
  if (unrepeated !== undefined)
    return {
      lines: [
        '',
        `The restore succeeded, but not everything that was destroyed after the backup could be destroyed again (${unrepeated}).`,
        'Do not start a server. Run npm run restore -- --destructions first.',
      ],
      isWhole: false,
    }
  return {
    lines: [
      repeated === 0
        ? `The database has every destruction of ${list.file}.`
        : `${counted(repeated, ['destruction', 'destructions'])} of ${list.file} had to be repeated, and ${repeated === 1 ? 'was' : 'were'}.`,
      ...damageOf(list),
    ],
    isWhole: damageOf(list).length === 0,
  }
}

function damageOf({ file, unreadable, isComplete }: DestructionList): string[] {
  const damage = [
    ...(unreadable === 0
      ? []
      : [
          `${counted(unreadable, ['line', 'lines'])} of ${file} cannot be read. What they name may be in the database again.`,
        ]),
    ...(isComplete
      ? []
      : [`${file} lacks lines at its end. What they name may be in the database again.`]),
  ]
  return damage.length === 0 ? [] : [...damage, 'Compare the file with that of another server.']
}

function withoutEntry(reason: string): string[] {
  return [
    '',
    `The restore succeeded, but the audit log does not have its entry (${reason}).`,
    'Do not restore again. Note the time of this restore, and run npm run restore -- --destructions before you start a server.',
  ]
}

export function verifiedReport({ restored, differences, audit, repeated }: BackupCheck): Report {
  const { manifest, summary, foreignTables } = restored
  const isSame = differences.length === 0
  return {
    lines: [
      isSame
        ? `The backup of ${manifest.at} restores to the same ${contentOf(summary)}.`
        : 'The backup does not restore to what it should contain:',
      ...differences,
      ...verdictLines(audit),
      repeated === undefined
        ? 'The list of destructions is not here (ERASURE_LOG). A restore needs it.'
        : `A restore repeats ${counted(repeated, ['destruction', 'destructions'])} of a later time.`,
      ...foreign(foreignTables),
      ...documentFlaws(summary),
    ],
    isWhole: isSame && audit.is === 'whole' && isWhole(summary),
  }
}

export function megabytes(bytes: number): string {
  const size = bytes / 1e6
  return `${size.toLocaleString('en-IN', { maximumFractionDigits: size < 10 ? 1 : 0 })} MB`
}

export function contentOf({ rows, documents }: Summary): string {
  const counts = Object.values(rows)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return `${counted(total, ['row', 'rows'])} of ${counted(counts.length, ['table', 'tables'])} and ${counted(documents, ['document', 'documents'])}`
}

export function isWhole({ missing, altered }: Summary): boolean {
  return missing + altered === 0
}

export function documentFlaws({ missing, altered, flaws }: Summary): string[] {
  const listed = (is: DocumentFlaw['is']) =>
    flaws.filter((flaw) => flaw.is === is).slice(0, MAX_LISTED)
  const lines = (is: DocumentFlaw['is'], count: number, what: string) =>
    count === 0
      ? []
      : [
          '',
          `${counted(count, ['document', 'documents'])} ${what} when the backup was made:`,
          ...listed(is).map(({ id }) => `  ${id}`),
          ...(count > listed(is).length ? [`  and ${count - listed(is).length} more`] : []),
        ]
  return [
    ...lines('missing', missing, 'had no file in the store'),
    ...lines('altered', altered, 'did not match the checksum in the database'),
  ]
}

// `data_key` has rows if anything is encrypted
function ownKey({ encryptionKey, tables }: Manifest): string[] {
  if (encryptionKey !== undefined || !tables.some(({ name }) => name === 'data_key')) return []
  return [
    'The backup does not have the encryption key: set ENCRYPTION_KEY_FILE to the file that the server used.',
  ]
}

function foreign(tables: readonly string[]): string[] {
  if (tables.length === 0) return []
  return [`Left out, because Mandap has no such tables: ${tables.join(', ')}`]
}

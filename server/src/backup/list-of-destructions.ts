import type { Config } from '../config/config.ts'
import { defaultErasureLog, type ReadErasures, readErasures } from '../erasure-list/erasure-list.ts'
import { BackupError } from './backup-error.ts'

/** The list of destructions that a restore repeats. */
export interface DestructionList extends ReadErasures {
  file: string
}

/** Reads the list that is kept apart from the database. Throws a `BackupError` if it cannot be read. */
export async function readDestructions(
  settings: Pick<Config, 'dataDir' | 'erasureLog'>,
): Promise<DestructionList> {
  const file = settings.erasureLog ?? defaultErasureLog(settings.dataDir)
  const read = await readErasures(file).catch((error: Error) => {
    throw withoutList(`The list of destructions cannot be read (${error.message}).`)
  })
  if (!read) throw withoutList(`There is no list of destructions ${file}.`)
  // even without destructions, a server writes a last line with their number, 0
  if (read.erasures.length === 0 && !read.isComplete)
    throw withoutList(`The list of destructions ${file} is empty or damaged.`)
  return { file, ...read }
}

function withoutList(reason: string): BackupError {
  return new BackupError(
    `${reason} Without it, persons that were erased, and partners and documents that were destroyed after the backup, come back.\n` +
      'Copy erasures.jsonl from the DATA_DIR of a server, or let ERASURE_LOG name it.\n' +
      'If it is lost, use --without-destructions. It can be combined with --destructions.',
  )
}

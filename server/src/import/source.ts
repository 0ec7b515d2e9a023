import type { RecordKind } from '../records/kind.ts'
import { CommandError } from '../terminal/command-error.ts'

export type Subject = RecordKind['subject']

/** The order of the imports: referenced records come first. */
export const SUBJECTS: readonly Subject[] = ['user', 'partner', 'tempPartner', 'booking']

/** Records of one kind, as bytes of JSON from a file or a call. */
export interface ImportSource {
  subject: Subject
  /** The name for people: a file's path or an address. */
  name: string
  /**
   * Opens the source. Throws `SourceError` if it cannot be read. Calls `onMissing` with the reason, as a sentence, for a record
   * that is left out because it cannot be read.
   */
  open: (onMissing: (reason: string) => void) => Promise<OpenSource>
}

export interface OpenSource {
  chunks: AsyncIterable<Uint8Array>
  /** The share that has been read, from 0 to 1; `null` if the length is unknown. */
  progress: () => number | null
}

/** Thrown if a source cannot be read. */
export class SourceError extends CommandError {}

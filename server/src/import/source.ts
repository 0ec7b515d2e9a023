import type { RecordKind } from '../records/kind.ts'

export type Subject = RecordKind['subject']

/** In this order, so that whoever is referred to is there first. */
export const SUBJECTS: readonly Subject[] = ['user', 'partner', 'tempPartner', 'booking']

/** Records of one kind, as bytes of JSON from a file or a call. */
export interface Source {
  subject: Subject
  /** What a person finds it by: a file's path, an address. */
  name: string
  /** Throws `SourceError` when it cannot be read at all. */
  open: () => Promise<OpenSource>
}

export interface OpenSource {
  chunks: AsyncIterable<Uint8Array>
  /** How much has been read, from 0 to 1; `null` where nobody said how much there is. */
  progress: () => number | null
}

/** A source that cannot be read; the message is a sentence that says what to do. */
export class SourceError extends Error {}

import type { OpenDocument } from './queries.ts'

/** An opened document and a function that opens it again: links to our own server expire after two minutes. */
export interface DocumentLink {
  document: OpenDocument
  /** The time at which it was opened, in epoch milliseconds. */
  at: number
  renew: () => Promise<OpenDocument>
}

/** Returns whether a link that was created at `at` is still valid. */
export function isGood({ document: { goodFor } }: DocumentLink, at: number): boolean {
  return goodFor === null || Date.now() - at < goodFor
}

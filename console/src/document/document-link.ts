import type { OpenDocument } from './queries.ts'

/** A document as it was opened, and how to open it anew: links to our own server end in two minutes. */
export interface DocumentLink {
  document: OpenDocument
  /** When it was opened, in epoch milliseconds. */
  at: number
  renew: () => Promise<OpenDocument>
}

/** Whether a link that was made `at` that time can still be used. */
export function isGood({ document: { goodFor } }: DocumentLink, at: number): boolean {
  return goodFor === null || Date.now() - at < goodFor
}

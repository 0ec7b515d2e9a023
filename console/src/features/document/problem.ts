import { DocumentAddressError } from './queries.ts'
import { ApiError, DOCUMENT_DESTROYED, hasCode } from '@mandap/client/api-error.ts'
import type { Recognised } from './recognise.ts'

const UPLOAD_AGAIN = 'Ask the partner to upload it again.'

/** Returns whether a document's address is not a URL of the web, so that a retry cannot help. */
export function leadsNowhere(error: unknown): error is DocumentAddressError {
  return error instanceof DocumentAddressError
}

/** What to do about a destroyed document. */
export const KEPT_FOR_A_TIME =
  'Documents are kept for a limited time. If it is needed, ask the partner to upload it again.'

/** Returns the server's text about a destroyed document, or null for another error. */
export function destroyedProblem(error: unknown): string | null {
  if (!hasCode(error, DOCUMENT_DESTROYED)) return null
  return error.details.message || 'Destroyed, because it is kept no longer.'
}

/** Returns a text that says why a document could not be opened and what to do next. */
export function documentProblem(error: unknown): string {
  if (leadsNowhere(error)) return `${error.message} ${UPLOAD_AGAIN}`
  if (!(error instanceof ApiError)) return 'Try again.'
  if (error.kind === 'notFound') return `The file is no longer on the server. ${UPLOAD_AGAIN}`
  if (error.kind === 'malformed')
    return 'The server did not return a link to the file. Try again in a moment.'
  return error.message
}

/** Returns a text that says that the server's policy blocks documents of this host. */
export function notAllowedProblem(host: string): string {
  return `Documents from ${host} are not allowed on this server. Ask your administrator to add it to DOCUMENT_ORIGINS.`
}

/** The text for a viewer whose code could not be loaded. */
export const UNLOADED_VIEWER =
  'The viewer could not be loaded. Check your connection and try again.'

/** Thrown if the code of a viewer could not be loaded. */
export class UnloadedViewerError extends Error {
  constructor(cause: unknown) {
    super(UNLOADED_VIEWER, { cause })
  }
}

/** The text for a PDF that needs a password. */
export const LOCKED_PDF =
  'The file is protected by a password. Open it in a new tab and enter the password, or ask the partner to upload it without one.'

/** How PDF.js begins its error if its worker file could not be loaded. It does not load that file again. */
const UNLOADED_WORKER = 'Setting up fake worker failed'

/** Returns a text that says why PDF.js did not show a PDF and what to do next, or undefined if it did not read it. */
export function pdfProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof UnloadedViewerError || error.message.startsWith(UNLOADED_WORKER))
    return UNLOADED_VIEWER
  if (error.name === 'PasswordException') return LOCKED_PDF
  return error.name === 'InvalidPDFException' ? `The file is damaged. ${UPLOAD_AGAIN}` : undefined
}

const FILE_PROBLEMS: Partial<Record<Recognised, string>> = {
  pdf: 'The file could not be loaded, it is damaged, or its server does not allow other pages to show it.',
  video: 'The file could not be loaded, it is damaged, or this browser cannot play it.',
}

/** Returns a text that says why an opened document is not shown and what to do next. */
export function fileProblem(kind: Recognised | undefined): string {
  const problem = kind && FILE_PROBLEMS[kind]
  return `${problem ?? 'The file could not be loaded, or it is damaged.'} Try again, or open it in a new tab.`
}

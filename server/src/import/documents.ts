import { mkdir, rm } from 'node:fs/promises'
import { webAddress } from '@mandap/domain/verification/document-address.ts'
import {
  type DocumentField,
  maxDocumentBytes,
  sizeProblem,
  typeProblem,
} from '@mandap/domain/verification/upload.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { unlimitedTransaction } from '../database/unlimited.ts'
import { attachCopy, copyId, copyState, type FetchedFile } from '../document/copied.ts'
import { refuseInfected } from '../document/infected.ts'
import { cleanName } from '../document/name.ts'
import { type ReceivedFile, receiveFile } from '../document-store/receive.ts'
import { StoreError } from '../document-store/s3-store.ts'
import type { EncryptedStore } from '../document-store/encrypted-store.ts'
import { HttpError } from '../http/http-error.ts'
import { IMPORT } from './store.ts'
import { type NamedDocument, remoteDocuments } from './remote-documents.ts'
import { openRemoteFile, RemoteFileError, type RemoteOptions } from './remote-file.ts'
import { whyUnreachable } from '../network/unreachable.ts'
import { ScannerUnavailable } from '../virus-scan/clamd.ts'

/** The result of copying documents from other servers. */
export interface CopyReport {
  copied: number
  /** Documents that were replaced, or whose partner was deleted, while they were fetched. */
  replaced: number
  /** Documents whose copies were destroyed since, which are not copied again. Their fields name the copies. */
  destroyed: number
  /** The first failures; there may be more than are kept. */
  failures: CopyFailure[]
  failureCount: number
}

export interface CopyFailure {
  document: NamedDocument
  /** One or more sentences for a person. */
  reason: string
}

export interface CopyOptions {
  store: EncryptedStore
  /** The folder in which files are received, on the same disk as a store on disk. */
  folder: string
  remote: RemoteOptions
  /** The address of the virus scanner. Without it, documents are not scanned. */
  scanner?: string | undefined
  /** Called after each document with the number of finished documents. */
  progress?: (done: number) => void
}

const MAX_PARALLEL = 4

/** Maximum number of failures that the report lists. */
const MAX_FAILURES = 1000

/** Number of consecutive failures after which the run gives up on an origin, the store or the virus scanner. */
const MAX_IN_A_ROW = 5

/**
 * Copies every document that is on another server to our own store, and writes our address to the partner's
 * field. A document that fails is reported and its field stays unchanged. The next run copies what is still
 * on another server. Throws if the database, the store or the virus scanner fails, or while another run works on the same
 * database.
 */
export async function copyDocuments(db: Database, options: CopyOptions): Promise<CopyReport> {
  // a lock of the session would stay with the session that a pooler gives to others
  return unlimitedTransaction(db, async (trx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('mandap.import.documents')) as free`.execute(trx)
    if (!rows[0]?.free)
      throw new Error('Another import is fetching documents. Wait until it ends, then try again.')
    try {
      // an interrupted run leaves the files that it was receiving
      await rm(options.folder, { recursive: true, force: true })
      await mkdir(options.folder, { recursive: true, mode: 0o700 })
      return await new CopyRun(db, options).run()
    } finally {
      await rm(options.folder, { recursive: true, force: true })
    }
  })
}

class CopyRun {
  private readonly report: CopyReport = {
    copied: 0,
    replaced: 0,
    destroyed: 0,
    failures: [],
    failureCount: 0,
  }
  /** Origins that did not answer, with the number of consecutive failures. */
  private readonly silent = new Map<string, number>()
  /** Consecutive failures of the store or the virus scanner. */
  private failuresInARow = 0
  private readonly db: Database
  private readonly options: CopyOptions

  constructor(db: Database, options: CopyOptions) {
    this.db = db
    this.options = options
  }

  async run(): Promise<CopyReport> {
    const documents = remoteDocuments(this.db)
    const workers = Array.from({ length: MAX_PARALLEL }, () => this.work(documents))
    // the first worker that throws ends the generator; the others finish their document
    for (const end of await Promise.allSettled(workers))
      if (end.status === 'rejected') throw end.reason
    return this.report
  }

  private async work(documents: AsyncIterable<NamedDocument>) {
    const { report, options } = this
    for await (const document of documents) {
      try {
        report[await this.copy(document)] += 1
      } catch (error) {
        this.fail(document, error)
      }
      options.progress?.(report.copied + report.replaced + report.destroyed + report.failureCount)
    }
  }

  /** Returns 'replaced' if the field no longer has the document's address. */
  private async copy(document: NamedDocument): Promise<'copied' | 'destroyed' | 'replaced'> {
    const { db, options } = this
    const state = await copyState(db, document)
    if (state !== 'missing') {
      const isUsed = await attachCopy(db, options.store, document, null, IMPORT)
      if (!isUsed) return 'replaced'
      return state === 'destroyed' ? 'destroyed' : 'copied'
    }
    const fetched = await this.fetch(document)
    const { partnerId, field: kind } = document
    try {
      await refuseInfected(db, options.scanner, { partnerId, kind, file: fetched.file }, IMPORT)
      const isUsed = await attachCopy(db, options.store, document, fetched, IMPORT)
      this.failuresInARow = 0
      return isUsed ? 'copied' : 'replaced'
    } finally {
      await rm(fetched.file.path, { force: true })
    }
  }

  private async fetch(document: NamedDocument): Promise<FetchedFile> {
    const { silent, options } = this
    const address = webAddress(document.address)
    if (address === null) throw new RemoteFileError('That is not a web address.')
    const { origin, host } = address
    if ((silent.get(origin) ?? 0) >= MAX_IN_A_ROW)
      throw new RemoteFileError(
        `Not requested, because ${host} did not answer ${MAX_IN_A_ROW} requests in a row.`,
      )
    try {
      const fetched = await fetchDocument(document.field, address, options)
      silent.delete(origin)
      return fetched
    } catch (error) {
      if (!(error instanceof RemoteFileError)) throw error
      if (error.isUnreachable) silent.set(origin, (silent.get(origin) ?? 0) + 1)
      else silent.delete(origin)
      // a run that was interrupted before it wrote the field leaves the file in the store
      await options.store.remove(copyId(document)).catch(() => {})
      throw error
    }
  }

  /** Reports a failure of one document. Throws again an error that the next document would cause too. */
  private fail(document: NamedDocument, error: unknown) {
    if (error instanceof StoreError || error instanceof ScannerUnavailable) {
      this.failuresInARow += 1
      if (this.failuresInARow >= MAX_IN_A_ROW)
        throw error instanceof StoreError ? storeIsAway(error) : scannerIsAway(error)
    } else if (!(error instanceof RemoteFileError || error instanceof HttpError)) throw error
    const { report } = this
    report.failureCount += 1
    if (report.failures.length < MAX_FAILURES)
      report.failures.push({ document, reason: error.message })
  }
}

function storeIsAway(problem: StoreError): Error {
  return new Error(
    `The document store failed ${MAX_IN_A_ROW} times in a row: ${whyUnreachable(problem.cause)} ` +
      'The copied documents are kept. Run npm run import -- --documents again when the store answers.',
    { cause: problem },
  )
}

function scannerIsAway(problem: ScannerUnavailable): Error {
  return new Error(
    `The virus scanner failed ${MAX_IN_A_ROW} times in a row. ${problem.message} ` +
      'The copied documents are kept. Run npm run import -- --documents again when the scanner answers.',
    { cause: problem },
  )
}

/** Fetches a document to the disk of this machine. The caller removes the file. Throws `RemoteFileError`. */
async function fetchDocument(
  field: DocumentField,
  address: URL,
  { folder, remote }: CopyOptions,
): Promise<FetchedFile> {
  const { stream, type: givenType } = await openRemoteFile(address, remote)
  const file = await receiveFile(stream, folder, maxDocumentBytes(field)).catch(
    (error: unknown) => {
      throw error instanceof HttpError ? new RemoteFileError(error.message) : error
    },
  )
  const { type } = file
  const problem = contentProblem(field, file, givenType)
  if (type === null || problem !== null) {
    await rm(file.path, { force: true })
    throw new RemoteFileError(problem ?? '')
  }
  return { name: cleanName(fileName(address), type), type, file }
}

/** Returns why a file cannot be this document, by the rules of uploads, or `null`. */
function contentProblem(
  field: DocumentField,
  { type, size }: ReceivedFile,
  givenType: string,
): string | null {
  if (size === 0) return 'The file is empty.'
  if (type !== null && typeProblem(field, type) === null) return sizeProblem(type, size)
  const isPage = type === null && givenType.includes('text/html')
  const what = isPage ? 'a web page' : (type ?? 'of an unknown type')
  const wanted = field === 'videoUrl' ? 'an MP4 or WebM video' : 'a picture, PDF or Office file'
  return `The file is ${what}, not ${wanted}.`
}

/** Returns the last part of the path, decoded if it is valid UTF-8. */
function fileName({ pathname }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

import { rm } from 'node:fs/promises'
import {
  DOCUMENT_FIELDS,
  type DocumentField,
  maxDocumentBytes,
  sizeProblem,
  typeProblem,
} from '@mandap/domain/verification/upload.ts'
import type { MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { HttpError, invalid } from '../http/http-error.ts'
import { checkStorable } from '../http/request-check.ts'
import { isSameSecret } from '../http/same-secret.ts'
import type { NewDocument } from './attach.ts'
import { cleanName } from './name.ts'
import { type ReceivedFile, receiveFile } from '../document-store/receive.ts'

/** Throws unless the request has the key of the marketplace's applications. */
export function requireApiKey(request: FastifyRequest, uploadKey: string | undefined) {
  if (uploadKey === undefined)
    throw new HttpError(
      403,
      'UPLOADS_CLOSED',
      'Uploads are disabled on this server: UPLOAD_API_KEY is not set.',
    )
  const given = request.headers['api-key']
  if (typeof given !== 'string' || !isSameSecret(given, uploadKey))
    throw new HttpError(403, 'API_KEY_REFUSED', 'The api-key of this request is missing or wrong.')
}

/**
 * Reads the fields and the file of an upload and passes them to `then`. Removes the file afterwards, unless
 * `then` moved it. Throws an `HttpError` for a file that cannot be a document.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  folder: string,
  then: (document: NewDocument) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart())
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the document as multipart/form-data.')
  const upload: Upload = { fields: new Map() }
  try {
    await readParts(request, folder, upload)
    return await then(checked(upload))
  } finally {
    if (upload.received) await rm(upload.received.file.path, { force: true })
  }
}

/** The parts of an upload that were received so far. */
interface Upload {
  fields: Map<string, string>
  /** The parser returns no name for a file without one, despite its types. */
  received?: { file: ReceivedFile; name: string | undefined }
}

async function readParts(request: FastifyRequest, folder: string, upload: Upload): Promise<void> {
  const { fields } = upload
  let reading = 'body'
  try {
    const limits = {
      fileSize: maxDocumentBytes(null) + 1,
      files: 1,
      fields: 8,
      parts: 9,
      fieldSize: 1000,
    }
    for await (const part of request.parts({ limits })) {
      reading = part.fieldname
      if (part.type === 'field') fields.set(part.fieldname, textOf(part))
      else if (part.fieldname !== 'file') part.file.resume()
      else {
        // a type that is sent before the file allows an early stop for a file that is too large
        const most = maxDocumentBytes(fieldOf(fields.get('kind')))
        const file = await receiveFile(part.file, folder, most)
        upload.received = { file, name: part.filename }
      }
    }
  } catch (error) {
    throw isMalformed(error)
      ? invalid(reading, 'The upload is incomplete, or is not multipart/form-data. Send it again.')
      : error
  }
}

/**
 * Returns the text of a field. Throws an `HttpError` if it is too long, sent as JSON, or cannot be stored.
 */
function textOf({ fieldname, value, valueTruncated }: MultipartValue): string {
  if (typeof value !== 'string') throw invalid(fieldname, `${fieldname} must be text.`)
  if (valueTruncated) throw invalid(fieldname, `${fieldname} is too long.`)
  checkStorable({ [fieldname]: value }, 'body')
  return value
}

/**
 * Returns whether the multipart parser threw the error. Its errors have no code, unlike those of Node and
 * Fastify.
 */
function isMalformed(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error && !('code' in error)
}

function checked({ fields, received }: Upload): NewDocument {
  const partnerId = fields.get('partnerId') ?? ''
  if (partnerId === '') throw invalid('partnerId', 'partnerId is missing.')
  const kind = fieldOf(fields.get('kind'))
  if (kind === null) throw invalid('kind', `kind must be one of ${DOCUMENT_FIELDS.join(', ')}.`)
  if (!received) throw invalid('file', 'file is missing.')
  const { file, name } = received
  if (name === undefined) throw invalid('file', 'file has no file name.')
  const wrongType = typeProblem(kind, file.type)
  if (file.type === null || wrongType !== null)
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', wrongType ?? '', { field: 'file' })
  const tooLarge = sizeProblem(file.type, file.size)
  if (tooLarge !== null) throw new HttpError(413, 'TOO_LARGE', tooLarge, { field: 'file' })
  return { partnerId, kind, name: cleanName(name, file.type), type: file.type, file }
}

function fieldOf(written: string | undefined): DocumentField | null {
  return DOCUMENT_FIELDS.find((field) => field === written) ?? null
}

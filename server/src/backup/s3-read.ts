import { S3Error } from '../document-store/s3-bucket.ts'
import { whyUnreachable } from '../network/unreachable.ts'
import { BackupError } from './backup-error.ts'
import type { S3Object } from './s3-object.ts'

interface Head {
  size: number
  etag: string | undefined
}

/** Returns size and version of an object, or `null` if there is none. Throws a `BackupError` if the store does not say. */
export function headOf({ name, send }: S3Object): Promise<Head | null> {
  return send({ method: 'HEAD' }, ({ ok, headers }) =>
    ok
      ? { size: Number(headers.get('content-length')), etag: headers.get('etag') ?? undefined }
      : null,
  ).catch((error: unknown) => {
    throw unreadable(name, error)
  })
}

/** Returns the size and version of an object. Throws a `BackupError` if there is none, or the store does not say. */
export async function existingHead(object: S3Object): Promise<Head> {
  const found = await headOf(object)
  if (found) return found
  throw new BackupError(`There is no ${object.name}.`)
}

/** Returns the bytes of an object from `start` to the end, or up to `end`, which is included. Reads `rangeBytes` per request. */
export async function* contentOf(
  object: S3Object,
  { start, end }: { start: number; end?: number },
  rangeBytes: number,
): AsyncGenerator<Buffer> {
  const { size, etag } = await existingHead(object)
  const last = end ?? size - 1
  for (let at = start; at <= last; at += rangeBytes) {
    const range = { start: at, end: Math.min(at + rangeBytes - 1, last) }
    yield await rangeOf(object, range, etag).catch((error: unknown) => {
      throw unreadable(object.name, error)
    })
  }
}

function rangeOf(
  { send }: S3Object,
  { start, end }: { start: number; end: number },
  etag: string | undefined,
): Promise<Buffer> {
  const headers = { range: `bytes=${start}-${end}`, ...(etag && { 'if-match': etag }) }
  return send({ method: 'GET', headers }, async (answer) => {
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.ok && bytes.length === end - start + 1) return bytes
    throw new S3Error(`the answer has ${bytes.length} bytes instead of ${end - start + 1}`)
  })
}

function unreadable(name: string, error: unknown): BackupError {
  if (error instanceof S3Error && error.status === 412)
    return new BackupError(`${name} was replaced while it was read. Try again.`)
  return new BackupError(`${name} cannot be read: ${whyUnreachable(error)}`)
}

import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const S3_KEYS = {
  region: 'ap-south-1',
  bucket: 'papers',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}

interface Answer {
  status: number
  body?: string | Buffer
  headers?: Record<string, string>
}

/**
 * Starts a server with the S3 calls that the server uses, on one bucket: PUT, GET with a range, HEAD and DELETE of
 * objects, and uploads in parts. It checks each signature (Signature Version 4) and the hash of each body, as S3 does.
 */
export async function startS3() {
  const objects = new Map<string, { body: Buffer; type: string }>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const calls: string[] = []
  const s3: { fail: (call: string) => Answer | 'hang up' | undefined } = { fail: () => undefined }
  const server = createServer((request, response) => {
    void respond(request, response)
  })

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { status, body, headers } = await answer(request)
    if (status === 0) request.socket.destroy()
    else response.writeHead(status, headers).end(body)
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method = '', url: address = '', headers } = request
    const [url = '', query = ''] = address.split('?')
    calls.push(`${method} ${address}`)
    const body = await buffer(request)
    const fault = signatureFault(request, body)
    if (fault) return { status: 403, body: `<Error><Code>${fault}</Code></Error>` }
    if (!url.startsWith(`/${S3_KEYS.bucket}/`))
      return { status: 404, body: '<Error>NoSuchBucket</Error>' }
    const failure = s3.fail(`${method} ${address}`)
    if (failure !== undefined) return failure === 'hang up' ? { status: 0 } : failure
    const of = new URLSearchParams(query)
    if (of.has('uploads')) {
      const id = `${url}&${uploads.size}`
      uploads.set(id, new Map())
      const written = id.replaceAll('&', '&amp;')
      return { status: 200, body: `<R><UploadId>${written}</UploadId></R>` }
    }
    if (of.has('uploadId')) return partAnswer(method, url, of, body)
    if (method === 'PUT') {
      if (headers['content-length'] === undefined) return { status: 411 }
      objects.set(url, { body, type: headers['content-type'] ?? '' })
      return { status: 200 }
    }
    if (method === 'DELETE') return { status: objects.delete(url) ? 204 : 404 }
    const object = objects.get(url)
    if (!object) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    const etag = etagOf(object.body)
    if (method === 'HEAD')
      return { status: 200, headers: { etag, 'content-length': String(object.body.length) } }
    if ((headers['if-match'] ?? etag) !== etag) return { status: 412 }
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    return { status: 206, body: object.body.subarray(Number(start), Number(end) + 1) }
  }

  function partAnswer(method: string, url: string, of: URLSearchParams, body: Buffer): Answer {
    const id = of.get('uploadId') ?? ''
    const parts = uploads.get(id)
    if (!parts) return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' }
    if (method === 'PUT') {
      parts.set(Number(of.get('partNumber')), body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g)]
    const joined = named.map(([, number, etag]) => {
      const part = parts.get(Number(number))
      return part && etagOf(part) === etag ? part : null
    })
    if (joined.includes(null))
      return { status: 400, body: '<Error><Code>InvalidPart</Code></Error>' }
    objects.set(url, { body: Buffer.concat(joined.filter((part) => part !== null)), type: '' })
    return { status: 200, body: '<Result></Result>' }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    /** The uploads in parts that are neither complete nor aborted. */
    uploads,
    calls,
    /** Set `fail` to answer a call such as `PUT /papers/key` in another way. */
    s3,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function signatureFault({ method = '', url = '', headers }: IncomingMessage, body: Buffer) {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const parts = pattern.exec(headers.authorization ?? '')
  if (!parts) return 'AccessDenied'
  const [, key, scope = '', day = '', region = '', signed = '', signature] = parts
  if (key !== S3_KEYS.accessKeyId || region !== S3_KEYS.region) return 'InvalidAccessKeyId'
  const bodyHash = sha256(body)
  if (headers['x-amz-content-sha256'] !== bodyHash) return 'XAmzContentSHA256Mismatch'
  const names = signed.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return 'AccessDenied'
  const [path = '', given = ''] = url.split('?')
  const query = given.split('&').toSorted().join('&')
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const canonical = [method, path, query, lines, signed, bodyHash].join('\n')
  const date = String(headers['x-amz-date'])
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${S3_KEYS.secretAccessKey}`,
  )
  return hmac(signingKey, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

function etagOf(content: Buffer): string {
  return `"${sha256(content).slice(0, 32)}"`
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

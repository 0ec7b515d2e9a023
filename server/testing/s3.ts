import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
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
}

/**
 * Starts a server with the three S3 calls that the document store uses: PUT, GET with a range, and DELETE, on
 * one bucket. It checks each signature (Signature Version 4) and the hash of each body, as S3 does.
 */
export async function startS3() {
  const objects = new Map<string, { body: Buffer; type: string }>()
  const calls: string[] = []
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => response.writeHead(status).end(body))
  })

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method = '', url = '', headers } = request
    calls.push(`${method} ${url}`)
    const body = await buffer(request)
    const fault = signatureFault(request, body)
    if (fault) return { status: 403, body: `<Error><Code>${fault}</Code></Error>` }
    if (!url.startsWith(`/${S3_KEYS.bucket}/`))
      return { status: 404, body: '<Error>NoSuchBucket</Error>' }
    if (method === 'PUT') {
      if (headers['content-length'] === undefined) return { status: 411 }
      objects.set(url, { body, type: headers['content-type'] ?? '' })
      return { status: 200 }
    }
    if (method === 'DELETE') return { status: objects.delete(url) ? 204 : 404 }
    const object = objects.get(url)
    if (!object) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    return { status: 206, body: object.body.subarray(Number(start), Number(end) + 1) }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    calls,
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
  const [path = '', query = ''] = url.split('?')
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

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

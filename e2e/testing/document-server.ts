import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F1 24 Tf 50 100 Td (SPECIMEN) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`

/** An image of 2 × 1 pixels. Browsers show it whatever its file name is. */
export const PICTURE = Buffer.from(
  'R0lGODlhAgABAIAAAGZmzP///yH5BAAAAAAALAAAAAACAAEAAAICBAoAOw==',
  'base64',
)

/** Starts a server of documents, which are images or PDFs by their file names. */
export async function documentServer() {
  const asked: string[] = []
  /** Files by path and query. */
  const files = new Map<string, { type: string; body: Buffer }>()
  /** Paths that pages of other origins may not read. */
  const closed = new Set<string>()
  /** Paths that are answered with 503. */
  const broken = new Set<string>()
  const held: PromiseWithResolvers<void>[] = []
  /** Paths that are answered after `release`. */
  const slow = new Set<string>()
  const server = createServer((request, response) => void answer(request.url ?? '', response))

  async function answer(path: string, response: ServerResponse) {
    asked.push(path)
    if (slow.has(path)) {
      const hold = Promise.withResolvers<void>()
      held.push(hold)
      await hold.promise
    }
    if (!closed.has(path)) response.setHeader('access-control-allow-origin', '*')
    response.setHeader('cache-control', 'no-store')
    if (broken.has(path)) return void response.writeHead(503).end()
    const file = files.get(path)
    if (file) return void response.setHeader('content-type', file.type).end(file.body)
    if (path.endsWith('.pdf'))
      return void response.setHeader('content-type', 'application/pdf').end(PDF)
    response.setHeader('content-type', 'image/gif').end(PICTURE)
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    broken,
    closed,
    files,
    slow,
    release: () => held.splice(0).forEach(({ resolve }) => resolve()),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

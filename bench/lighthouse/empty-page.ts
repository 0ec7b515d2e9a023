import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const PAGE =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Empty page</title><main><h1>Empty page</h1></main>'

/** Serves a page with one heading, without styles and scripts. Call `close` when done. */
export async function serveEmptyPage(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}

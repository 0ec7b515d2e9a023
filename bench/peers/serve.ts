import { cp, readdir, readFile } from 'node:fs/promises'
import { request as send, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { contentTypeOf } from '@mandap/server/testing/content-type.ts'
import { listen } from '@mandap/server/testing/listen.ts'
import { build } from 'vite'
import { installPackages } from '../measuring/tools.ts'

/** Builds react-admin's list of bookings, and serves it on loopback. Sends its calls on to our server. */
export async function servePeer(
  server: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await installPackages('peers/react-admin')
  // beside its packages, where the bundler finds them
  await cp(join(import.meta.dirname, 'react-admin'), folder, { recursive: true })
  const outDir = join(folder, 'dist')
  await build({ root: folder, build: { outDir, target: 'chrome123' }, logLevel: 'error' })
  const files = await compressed(outDir)
  const answer: RequestListener = (request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const file = files.get(path)
    if (file) {
      const headers = {
        'content-type': contentTypeOf(path),
        'content-encoding': 'br',
        'cache-control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      }
      response.writeHead(200, headers).end(file)
      return
    }
    const { method, headers } = request
    const call = send(server + path, { method, headers }, (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(response)
    })
    call.on('error', () => response.destroy())
    request.pipe(call)
  }
  return await listen(answer)
}

/** Returns the built files by their path, compressed as our server sends its own. */
async function compressed(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      paths.map(
        async (path) =>
          [
            path.slice(folder.length).replaceAll('\\', '/'),
            brotliCompressSync(await readFile(path)),
          ] as const,
      ),
    ),
  )
}

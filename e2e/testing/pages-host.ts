import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { contentTypeOf } from '@mandap/server/testing/content-type.ts'
import { listen } from '@mandap/server/testing/listen.ts'

/** Serves a folder of the disk below this path, as Pages hosts do: 404.html answers unknown paths. */
export async function pagesHost(folder: string, below: string) {
  const missing: string[] = []
  const { url, close } = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const name = pathname.startsWith(below) ? pathname.slice(below.length) || 'index.html' : ''
    const isFound = statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false
    if (!isFound) missing.push(pathname)
    const file = isFound ? name : '404.html'
    response
      .writeHead(isFound ? 200 : 404, {
        'content-type': contentTypeOf(file),
      })
      .end(readFileSync(join(folder, file)))
  })
  return {
    url: `${url}${below}`,
    /** The paths that 404.html answered. */
    missing,
    close,
  }
}

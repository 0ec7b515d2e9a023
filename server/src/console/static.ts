import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'
import { answerNotFound } from '../http/errors.ts'

const HASHED = `${sep}assets${sep}`

/** A worker follows the policy of its own file, any other script that of its page. */
const WORKER = /[/\\]worker-[^/\\]*\.js(?:\.\w+)?$/

const PAGE = /[/\\]index\.html(?:\.\w+)?$/

/** Headers that affect pages only. They are omitted on scripts, to save bytes. */
const OF_A_PAGE = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** The part of the policy that scripts and pictures need: no page may frame them. */
const ASSET_POLICY = "frame-ancestors 'none'"

/** Serves the built console: hashed files with unlimited caching, and the page for each of its own paths. */
export async function registerStatic(app: App, folder: string) {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(answerNotFound)
    return
  }
  const modules = modulesOf(await readFile(join(folder, 'index.html'), 'utf8'))
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    schemaHide: true,
    setHeaders(reply, path) {
      const lasting = path.includes(HASHED)
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (PAGE.test(path)) reply.header('link', modules)
      if (!lasting || WORKER.test(path)) return
      for (const name of OF_A_PAGE) reply.removeHeader(name)
      reply.header('content-security-policy', ASSET_POLICY)
    },
  })
  // a screen and a call share this path, so the Accept header decides
  app.addConstraintStrategy({
    name: 'page',
    storage: handlersByKey,
    deriveConstraint: ({ headers }) => (wantsPage(headers.accept) ? 'html' : undefined),
    validate() {},
  })
  app.get('/activity', { constraints: { page: 'html' }, schema: { hide: true } }, (_, reply) =>
    reply.header('vary', 'accept').sendFile('index.html'),
  )
  app.setNotFoundHandler((request, reply) =>
    opensPage(request) ? reply.sendFile('index.html') : answerNotFound(request, reply),
  )
}

/**
 * Returns the modules of a page as a `Link` header, so that the browser requests them before it has parsed the styles
 * of the page.
 */
function modulesOf(page: string): string {
  return page
    .split('<')
    .map((element) => element.slice(0, element.indexOf('>')))
    .filter(
      (tag) => tag.startsWith('script type="module"') || tag.startsWith('link rel="modulepreload"'),
    )
    .map((tag) => /(?:href|src)="([^"]*)"/.exec(tag)?.[1] ?? '')
    .map((address) => `<${address}>; rel=modulepreload; crossorigin`)
    .join(', ')
}

// a browser requests a screen with Accept: text/html, unlike a call or a missing script
function opensPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && wantsPage(request.headers.accept)
}

function wantsPage(accept = ''): boolean {
  return accept.includes('text/html')
}

/** The property in which the router stores the handler of a page. */
function handlersByKey<Handler>() {
  const handlers = new Map<unknown, Handler>()
  return {
    get: (key: unknown) => handlers.get(key) ?? null,
    set: (key: unknown, handler: Handler) => void handlers.set(key, handler),
  }
}

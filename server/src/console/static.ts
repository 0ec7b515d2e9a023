import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'
import { answerNotFound } from '../http/errors.ts'
import { readPage } from './page.ts'

const HASHED = `${sep}assets${sep}`

/** A worker follows the policy of its own file, any other script that of its page. */
const WORKER = /[/\\]worker-[^/\\]*\.js(?:\.\w+)?$/

const PICTURE = /\.svg(?:\.\w+)?$/

/** Headers that affect pages only. They are omitted on scripts, to save bytes. */
const OF_A_PAGE = ['cross-origin-opener-policy', 'origin-agent-cluster', 'x-frame-options']

/** The part of the policy that scripts and pictures need: no page may frame them. */
const ASSET_POLICY = "frame-ancestors 'none'"

/**
 * Serves the built console: hashed files with unlimited caching, and the page for each of its own paths. Without a
 * configuration in its page, the console requests `/config.json`.
 */
export async function registerStatic(app: App, folder: string, configuration?: object) {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(answerNotFound)
    return
  }
  const sendPage = await readPage(join(folder, 'index.html'), configuration)
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    index: false,
    dotfiles: 'ignore',
    schemaHide: true,
    setHeaders(reply, path) {
      const lasting = path.includes(HASHED)
      reply.header('cache-control', cachingOf(path))
      if (!lasting || WORKER.test(path)) return
      for (const name of OF_A_PAGE) reply.removeHeader(name)
      reply.header('content-security-policy', ASSET_POLICY)
    },
  })
  // a screen and a call share such a path, so the Accept header decides
  app.addConstraintStrategy({
    name: 'page',
    storage: handlersByKey,
    deriveConstraint: ({ headers }) => (wantsPage(headers.accept) ? 'html' : undefined),
    validate() {},
  })
  for (const path of ['/account', '/activity', '/administrators'])
    app.get(path, { constraints: { page: 'html' }, schema: { hide: true } }, sendPage)
  for (const path of ['/', '/index.html']) app.get(path, { schema: { hide: true } }, sendPage)
  app.setNotFoundHandler((request, reply) =>
    opensPage(request) ? sendPage(request, reply) : answerNotFound(request, reply),
  )
}

function cachingOf(path: string): string {
  if (path.includes(HASHED)) return 'public, max-age=31536000, immutable'
  // a browser requests the icon after every navigation
  return PICTURE.test(path) ? 'public, max-age=86400' : 'no-cache'
}

// a browser requests a screen with Accept: text/html, unlike a call or a missing script
function opensPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && wantsPage(headers.accept)
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

import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'
import { answerNotFound } from '../http/errors.ts'

const HASHED = `${sep}assets${sep}`

/** A worker lives by the policy of its own file; another script by that of its page. */
const WORKER = /[/\\]worker-[^/\\]*\.js(?:\.\w+)?$/

/** What tells a browser how to treat a page says nothing to it on a script, but weighs on every one. */
const OF_A_PAGE = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** All of the page's policy that a script or a picture needs: nothing shows it in a frame. */
const ASSET_POLICY = "frame-ancestors 'none'"

/** Serves the built console: hashed files for ever, the page fresh, and the page for its own paths. */
export async function registerStatic(app: App, folder: string) {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(answerNotFound)
    return
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    schemaHide: true,
    setHeaders(reply, path) {
      const lasting = path.includes(HASHED)
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (!lasting || WORKER.test(path)) return
      for (const name of OF_A_PAGE) reply.removeHeader(name)
      reply.header('content-security-policy', ASSET_POLICY)
    },
  })
  // a screen and a call have this path in common: whoever asks for a page is given the screen
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

// a browser asks for a screen with Accept: text/html; a call or a missing script does not
function opensPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && wantsPage(request.headers.accept)
}

function wantsPage(accept = ''): boolean {
  return accept.includes('text/html')
}

/** Where the router keeps who answers a page. */
function handlersByKey<Handler>() {
  const handlers = new Map<unknown, Handler>()
  return {
    get: (key: unknown) => handlers.get(key) ?? null,
    set: (key: unknown, handler: Handler) => void handlers.set(key, handler),
  }
}

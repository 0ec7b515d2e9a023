import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Answers a request with the page of the console. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The policy for hosts that send none. Our own server sends one in a header of every answer. */
const POLICY = /<meta http-equiv="Content-Security-Policy"[^<>]*>/

/**
 * Reads the page of the console and writes a given configuration into it. A phone then uses the connection of the
 * page for the script, which it needs first, instead of for `/config.json`.
 */
export async function readPage(file: string, configuration?: object): Promise<SendPage> {
  const html = await readFile(file, 'utf8')
  const page = configuration ? withConfiguration(html, configuration) : html
  // a part of the hash is enough, and the headers count towards the first ten packets
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 16)}"`
  // in the background, because the server may start before the page is compressed
  const encoded: Record<string, Promise<Buffer>> = {
    br: promisify(brotliCompress)(page),
    gzip: promisify(gzip)(page, { level: 9 }),
  }

  return async ({ headers }, reply) => {
    reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept, accept-encoding' })
    if (isKnown(etag, headers['if-none-match'])) return reply.code(304).send()
    const encoding = negotiate(headers['accept-encoding'] ?? '', Object.keys(encoded))
    const compressed = encoding === null ? undefined : await encoded[encoding]
    if (compressed) reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(compressed ?? Buffer.from(page))
  }
}

/** Returns whether an `If-None-Match` names the ETag. A proxy that compresses a page makes its ETag weak. */
function isKnown(etag: string, named = ''): boolean {
  const tags = named.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || named.trim() === '*'
}

/** Returns the page as our own server sends it. */
function withConfiguration(html: string, configuration: object): string {
  // '<' could end the element
  const json = JSON.stringify(configuration).replaceAll('<', String.raw`\u003c`)
  return html
    .replace(POLICY, '')
    .replace(
      '</title>',
      (end) => `${end}<script type="application/json" id="config">${json}</script>`,
    )
}

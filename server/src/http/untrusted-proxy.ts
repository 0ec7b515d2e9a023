import type { FastifyInstance } from 'fastify'

/**
 * Logs once that a request names its client, but comes from an address that `TRUST_PROXY` does not name. Only the address of
 * the connection is logged, because anybody can write the header.
 */
export function registerUntrustedProxy(app: FastifyInstance): void {
  let isLogged = false
  app.addHook('onRequest', async ({ headers, ips, socket }) => {
    // a trusted peer is followed by the client that it names
    if (isLogged || !headers['x-forwarded-for'] || (ips && ips.length > 1)) return
    isLogged = true
    app.log.warn(
      { peer: socket.remoteAddress },
      'A request has X-Forwarded-For, but TRUST_PROXY does not name the address that sent it. If this is your proxy, add it: until then, all clients behind it count as one address.',
    )
  })
}

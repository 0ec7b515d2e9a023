import type { IncomingHttpHeaders } from 'node:http'
import { hostWithoutPort, isLoopback } from '../network/loopback.ts'

/** In which headers proxies name their client, or the address that the client called. */
const FORWARDING = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
] as const

/**
 * Whether a request comes from another machine, as far as its headers say: a proxy names a client or a
 * host that is not loopback, or the browser does. Such a request may reach a server that itself listens
 * on loopback alone.
 */
export function isRemoteRequest({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return namedHosts(headers).some((host) => !isLoopback(host))
}

function namedHosts(headers: IncomingHttpHeaders): string[] {
  const { host = '', origin = '', forwarded = '' } = headers
  return [
    host,
    URL.canParse(origin) ? new URL(origin).host : '',
    ...FORWARDING.flatMap((name) => String(headers[name] ?? '').split(',')),
    ...[...forwarded.matchAll(/\b(?:for|host)=("[^"]*"|[^;,\s]*)/gi)].map(([, value = '']) =>
      value.replaceAll('"', ''),
    ),
  ]
    .map((named) => hostWithoutPort(named.trim()))
    .filter((named) => named !== '')
}

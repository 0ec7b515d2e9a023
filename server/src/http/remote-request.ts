import type { IncomingHttpHeaders } from 'node:http'
import { hostWithoutPort, isLoopback } from '../network/loopback.ts'

/** The headers in which proxies name their client, or the address that the client called. */
const FORWARDING = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
] as const

/**
 * Returns whether the headers say that a request comes from another machine: a proxy or the browser names a
 * client or host that is not loopback. Such a request can reach a server that listens on loopback only.
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

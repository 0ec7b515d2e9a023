import ipaddr from 'ipaddr.js'

/** Returns whether a host name or an IP address is this machine's own. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (name === 'localhost') return true
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback'
}

/** Returns the host of `host:port`. The port is optional, and an IPv6 address may be in brackets. */
export function hostWithoutPort(written: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(written) ?? []
  // more than one colon means an IPv6 address without brackets
  return bracketed ?? written.replace(/^([^:]*):\d+$/, '$1')
}

import ipaddr from 'ipaddr.js'

/** Whether a host name or an IP address is this machine's own. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (name === 'localhost') return true
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback'
}

/** The host of `host:port`, where the port may be missing and an IPv6 address may stand in brackets. */
export function hostWithoutPort(written: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(written) ?? []
  // more than one colon is an IPv6 address without brackets
  return bracketed ?? written.replace(/^([^:]*):\d+$/, '$1')
}

import ipaddr from 'ipaddr.js'

/** The IPv6 addresses that IANA assigns to the public Internet (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether an IP address belongs to the public Internet: not private, loopback, link-local, CGNAT,
 * multicast, reserved, or an IPv6 address that contains an IPv4 one.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}

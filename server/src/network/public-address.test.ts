import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each(['8.8.8.8', '103.21.244.1', '172.15.0.1', '2606:4700::1111', '2401:4900::1'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.1.2.3'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['link-local, of cloud metadata', '169.254.169.254'],
  ['CGNAT', '100.64.0.1'],
  ['documentation', '203.0.113.7'],
  ['benchmarking', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['IPv4-mapped', '::ffff:8.8.8.8'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['6to4', '2002:7f00:1::1'],
  ['Teredo', '2001::1'],
  ['unique local', 'fd00::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['not given out', '4000::1'],
  ['no address', 'localhost'],
  ['no address', ''],
])('a %s address is not public: %s', (_kind, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

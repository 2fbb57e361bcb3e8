/**
 * The IANA special-purpose address registries, and how we treat each row. Anycast services that the registries call
 * reachable are refused too: no file and no webhook receiver lives there.
 */
export interface SpecialRange {
  readonly range: string
  readonly name: string
  /** With `decode`, the last 32 bits are an embedded IPv4 address, which is checked. */
  readonly policy: 'refuse' | 'decode'
}

export const specialRangesV4: readonly SpecialRange[] = [
  { range: '0.0.0.0/8', name: 'This network', policy: 'refuse' }, // RFC 791
  { range: '0.0.0.0/32', name: 'This host on this network', policy: 'refuse' }, // RFC 1122
  { range: '10.0.0.0/8', name: 'Private-use', policy: 'refuse' }, // RFC 1918
  { range: '100.64.0.0/10', name: 'Shared address space (CGNAT)', policy: 'refuse' }, // RFC 6598
  { range: '127.0.0.0/8', name: 'Loopback', policy: 'refuse' }, // RFC 1122
  { range: '169.254.0.0/16', name: 'Link-local', policy: 'refuse' }, // RFC 3927
  { range: '172.16.0.0/12', name: 'Private-use', policy: 'refuse' }, // RFC 1918
  { range: '192.0.0.0/24', name: 'IETF protocol assignments', policy: 'refuse' }, // RFC 6890
  { range: '192.0.0.0/29', name: 'IPv4 service continuity prefix', policy: 'refuse' }, // RFC 7335
  { range: '192.0.0.8/32', name: 'IPv4 dummy address', policy: 'refuse' }, // RFC 7600
  { range: '192.0.0.9/32', name: 'Port Control Protocol anycast', policy: 'refuse' }, // RFC 7723
  { range: '192.0.0.10/32', name: 'TURN anycast', policy: 'refuse' }, // RFC 8155
  { range: '192.0.0.170/32', name: 'NAT64/DNS64 discovery', policy: 'refuse' }, // RFC 8880
  { range: '192.0.0.171/32', name: 'NAT64/DNS64 discovery', policy: 'refuse' }, // RFC 8880
  { range: '192.0.2.0/24', name: 'Documentation (TEST-NET-1)', policy: 'refuse' }, // RFC 5737
  { range: '192.31.196.0/24', name: 'AS112-v4', policy: 'refuse' }, // RFC 7535
  { range: '192.52.193.0/24', name: 'AMT', policy: 'refuse' }, // RFC 7450
  { range: '192.88.99.0/24', name: 'Deprecated (6to4 relay anycast)', policy: 'refuse' }, // RFC 7526
  { range: '192.88.99.2/32', name: '6a44 relay anycast', policy: 'refuse' }, // RFC 6751
  { range: '192.168.0.0/16', name: 'Private-use', policy: 'refuse' }, // RFC 1918
  { range: '192.175.48.0/24', name: 'Direct delegation AS112 service', policy: 'refuse' }, // RFC 7534
  { range: '198.18.0.0/15', name: 'Benchmarking', policy: 'refuse' }, // RFC 2544
  { range: '198.51.100.0/24', name: 'Documentation (TEST-NET-2)', policy: 'refuse' }, // RFC 5737
  { range: '203.0.113.0/24', name: 'Documentation (TEST-NET-3)', policy: 'refuse' }, // RFC 5737
  { range: '224.0.0.0/4', name: 'Multicast (own registry, not the special-purpose one)', policy: 'refuse' }, // RFC 5771
  { range: '240.0.0.0/4', name: 'Reserved for future use', policy: 'refuse' }, // RFC 1112
  { range: '255.255.255.255/32', name: 'Limited broadcast', policy: 'refuse' }, // RFC 8190
]

export const specialRangesV6: readonly SpecialRange[] = [
  { range: '::1/128', name: 'Loopback', policy: 'refuse' }, // RFC 4291
  { range: '::/128', name: 'Unspecified', policy: 'refuse' }, // RFC 4291
  { range: '::ffff:0:0/96', name: 'IPv4-mapped', policy: 'decode' }, // RFC 4291
  { range: '64:ff9b::/96', name: 'IPv4-IPv6 translation (NAT64 well-known)', policy: 'decode' }, // RFC 6052
  { range: '64:ff9b:1::/48', name: 'IPv4-IPv6 translation, local use', policy: 'refuse' }, // RFC 8215
  { range: '100::/64', name: 'Discard-only', policy: 'refuse' }, // RFC 6666
  { range: '100:0:0:1::/64', name: 'Dummy IPv6 prefix', policy: 'refuse' }, // RFC 9780
  { range: '2001::/23', name: 'IETF protocol assignments', policy: 'refuse' }, // RFC 2928
  { range: '2001::/32', name: 'Teredo', policy: 'refuse' }, // RFC 4380
  { range: '2001:1::1/128', name: 'Port Control Protocol anycast', policy: 'refuse' }, // RFC 7723
  { range: '2001:1::2/128', name: 'TURN anycast', policy: 'refuse' }, // RFC 8155
  { range: '2001:1::3/128', name: 'DNS-SD SRP anycast', policy: 'refuse' }, // RFC 9665
  { range: '2001:2::/48', name: 'Benchmarking', policy: 'refuse' }, // RFC 5180
  { range: '2001:3::/32', name: 'AMT', policy: 'refuse' }, // RFC 7450
  { range: '2001:4:112::/48', name: 'AS112-v6', policy: 'refuse' }, // RFC 7535
  { range: '2001:10::/28', name: 'Deprecated (ORCHID)', policy: 'refuse' }, // RFC 4843
  { range: '2001:20::/28', name: 'ORCHIDv2', policy: 'refuse' }, // RFC 7343
  { range: '2001:30::/28', name: 'Drone remote ID entity tags', policy: 'refuse' }, // RFC 9374
  { range: '2001:db8::/32', name: 'Documentation', policy: 'refuse' }, // RFC 3849
  { range: '2002::/16', name: '6to4', policy: 'refuse' }, // RFC 3056
  { range: '2620:4f:8000::/48', name: 'Direct delegation AS112 service', policy: 'refuse' }, // RFC 7534
  { range: '3fff::/20', name: 'Documentation', policy: 'refuse' }, // RFC 9637
  { range: '5f00::/16', name: 'Segment routing (SRv6) SIDs', policy: 'refuse' }, // RFC 9602
  { range: 'fc00::/7', name: 'Unique-local', policy: 'refuse' }, // RFC 4193
  { range: 'fe80::/10', name: 'Link-local unicast', policy: 'refuse' }, // RFC 4291
  { range: '::/96', name: 'IPv4-compatible (deprecated; IPv6 address-space registry)', policy: 'refuse' }, // RFC 4291
  { range: '::ffff:0:0:0/96', name: 'IPv4-translated (not in the registry)', policy: 'refuse' }, // RFC 2765
  { range: '200::/7', name: 'Returned to IETF (deprecated NSAP mapping)', policy: 'refuse' }, // RFC 4048
  { range: 'fec0::/10', name: 'Site-local (deprecated)', policy: 'refuse' }, // RFC 3879
  { range: 'ff00::/8', name: 'Multicast (own registry)', policy: 'refuse' }, // RFC 4291
]

/** The only IPv6 space that is allocated to public hosts. The rows above override it. */
export const globalUnicastV6 = '2000::/3'

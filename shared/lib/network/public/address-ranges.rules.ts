/**
 * IPv4 that is not public (IANA special-purpose registry), and Azure's metadata address, which lies in public space.
 */
export const NOT_PUBLIC_V4 = [
  '0.0.0.0/8', // this host, this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure platform
  '169.254.0.0/16', // link-local, metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
] as const

/** All of IPv6 that is routed. Mapped, compatible, NAT64, unique local, link-local and multicast are outside of it. */
export const GLOBAL_V6 = '2000::/3'

export const NOT_PUBLIC_V6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries any IPv4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
] as const

/** What a private network uses: an EGRESS_ALLOW entry without `=ip` opens these, and nothing else that is not public. */
export const PRIVATE_USE = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
  'fc00::/7',
] as const

/** Clouds answer with their machine's credentials here; some of it lies in private space. */
export const METADATA = [
  '100.100.100.200/32', // Alibaba
  '168.63.129.16/32', // Azure
  '169.254.0.0/16', // nearly everyone
  '192.0.0.192/32', // Oracle
  'fd00:ec2::/32', // AWS
  'fd20:ce::254/128', // Google
  'fd00:c1::a9fe:a9fe/128', // Oracle
  'fe80::/10', // link-local
] as const

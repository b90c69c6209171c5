/** Record types that are read, by name (IANA, DNS parameters). */
export const TYPE_CODES = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DNAME: 39,
  DS: 43,
  DNSKEY: 48,
  TLSA: 52,
  HTTPS: 65,
  CAA: 257,
} as const

export type DnsTypeName = keyof typeof TYPE_CODES

export const TYPE_NAMES: ReadonlyMap<number, DnsTypeName> = new Map(
  // Safe: the entries of the table above.
  (Object.entries(TYPE_CODES) as [DnsTypeName, number][]).map(([name, code]) => [code, name]),
)

/** What callers may ask for. */
export const ASKABLE_TYPES = [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'NS',
  'TXT',
  'SOA',
  'CAA',
  'SRV',
  'PTR',
  'HTTPS',
  'DS',
  'DNSKEY',
  'TLSA',
] as const satisfies readonly DnsTypeName[]

/** Response codes by number (RFC 1035, 2136, 6891). */
export const RCODES: Readonly<Record<number, string>> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  6: 'YXDOMAIN',
  7: 'YXRRSET',
  8: 'NXRRSET',
  9: 'NOTAUTH',
  10: 'NOTZONE',
  16: 'BADVERS',
}

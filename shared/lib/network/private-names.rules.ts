/**
 * Last labels that name nothing in the public DNS and something inside networks (RFC 6761, 6762, 7686, 8375, 9476, and
 * what is used in private). `test`, `example` and `invalid` lead nowhere and are not among them.
 */
export const PRIVATE_TLDS: ReadonlySet<string> = new Set(
  `alt cluster consul corp docker domain eth gateway home i2p internal intra intranet k8s kube kubernetes lan local
  localdomain localhost localnet metadata mshome node nomad onion pod priv private server service svc vault vpn
  workgroup`.split(/\s+/),
)

/** Zones below public ones that are answered inside networks, or that carry other protocols' names. */
export const PRIVATE_ZONES: readonly string[] = ['home.arpa', 'ipv4only.arpa', 'resolver.arpa', 'service.arpa']

/** IPv4 prefixes whose reverse zones belong to whoever asks (RFC 6303 and the special-purpose registry). */
export const PRIVATE_REVERSE_V4: readonly string[] = [
  '0.',
  '10.',
  '127.',
  '169.254.',
  '192.168.',
  '192.0.2.',
  '198.51.100.',
  '203.0.113.',
  '198.18.',
  '198.19.',
  '255.255.255.255.',
  ...Array.from({ length: 16 }, (_, index) => `172.${16 + index}.`),
  ...Array.from({ length: 64 }, (_, index) => `100.${64 + index}.`),
]

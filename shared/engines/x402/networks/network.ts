import { NETWORKS, type NetworkFact } from './networks.rules.ts'

export type Family = 'evm' | 'svm' | 'other'

/** A network as it was written, and what it is known to be. */
export type Network = {
  /** CAIP-2 of it; null when it is neither CAIP-2 nor a known v1 name. */
  caip2: string | null
  family: Family
  /** EVM chain id; null for other families and for malformed ones. */
  chainId: bigint | null
  style: 'caip2' | 'legacy' | 'neither'
  known: NetworkFact | null
}

/** CAIP-2: namespace 3 to 8 of [-a-z0-9], reference 1 to 32 of [-_a-zA-Z0-9]. */
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
/** Networks that are not blockchains are only encouraged to follow CAIP-2 (x402 v2 11.1), and some do not quite. */
const LIKE_CAIP2 = /^(?!eip155:|solana:)[-a-z0-9]{2,32}:[\w=.:/+-]{1,64}$/

const byCaip2 = new Map(NETWORKS.map((network) => [network.caip2, network]))
const byLegacy = new Map(NETWORKS.flatMap((network) => (network.legacy === null ? [] : [[network.legacy, network]])))

/** Reads a network in either style; never throws. */
export function readNetwork(text: string): Network {
  const legacy = byLegacy.get(text)
  if (legacy !== undefined) return { ...of(legacy.caip2, legacy), style: 'legacy' }
  if (CAIP2.test(text) || LIKE_CAIP2.test(text)) return { ...of(text, byCaip2.get(text) ?? null), style: 'caip2' }
  return { caip2: null, family: 'other', chainId: null, style: 'neither', known: null }
}

/** CAIP-2 of a network in either style, else the text itself: for comparisons only. */
export const sameNetworkKey = (text: string) => readNetwork(text).caip2 ?? text

/** The network a slip of the pen most likely meant: other case, an underscore, a bare chain id, a name with a suffix. */
export function guessNetwork(text: string): NetworkFact | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]/g, '-')
    .replace(/^eip155-/, 'eip155:')
  const exact = byLegacy.get(plain) ?? byCaip2.get(plain)
  if (exact !== undefined) return exact
  if (/^\d{1,10}$/.test(plain)) return byCaip2.get(`eip155:${plain}`) ?? null
  return byLegacy.get(plain.replace(/-(?:mainnet|beta)(?:-beta)?$/, '')) ?? null
}

function of(caip2: string, known: NetworkFact | null): Omit<Network, 'style'> {
  const [namespace, reference = ''] = caip2.split(':')
  if (namespace === 'solana') return { caip2, family: 'svm', chainId: null, known }
  if (namespace !== 'eip155') return { caip2, family: 'other', chainId: null, known }
  return { caip2, family: 'evm', chainId: /^[1-9]\d{0,31}$/.test(reference) ? BigInt(reference) : null, known }
}

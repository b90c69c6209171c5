/** What a facilitator is known to take. Lists are as it documents them on `asOf`; nobody is asked at run time. */
export type FacilitatorProfile = {
  id: string
  /** Hosts by which a URL names it. */
  hosts: readonly string[]
  asOf: string | null
  /** CAIP-2; null where it depends on who runs it. */
  networks: readonly string[] | null
  schemes: readonly string[] | null
  versions: readonly number[]
  /** Characters of resource.description it refuses beyond; null where none is known. */
  mostDescription: number | null
}

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const SOLANA_DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const evm = (...chains: number[]) => chains.map((chain) => `eip155:${chain}`)

export const FACILITATORS: readonly FacilitatorProfile[] = [
  {
    id: 'cdp',
    hosts: ['api.cdp.coinbase.com'],
    asOf: '2026-10-19',
    networks: [...evm(8453, 84532, 137, 42161, 143, 480, 4801), SOLANA, SOLANA_DEVNET],
    schemes: ['exact', 'upto', 'batch-settlement'],
    versions: [1, 2],
    mostDescription: 500,
  },
  {
    id: 'x402.org',
    hosts: ['x402.org', 'www.x402.org', 'facilitator.x402.org'],
    asOf: '2026-10-19',
    networks: [...evm(84532), SOLANA_DEVNET],
    schemes: ['exact', 'upto'],
    versions: [1, 2],
    mostDescription: null,
  },
  {
    id: 'payai',
    hosts: ['facilitator.payai.network'],
    asOf: '2026-10-19',
    networks: [
      ...evm(43114, 43113, 8453, 84532, 137, 80002, 1329, 713715, 1187947933, 324705682, 42161, 421614, 196, 1952),
      SOLANA,
      SOLANA_DEVNET,
    ],
    schemes: ['exact'],
    versions: [1, 2],
    mostDescription: null,
  },
  { id: 'self', hosts: [], asOf: null, networks: null, schemes: null, versions: [1, 2], mostDescription: null },
]

/** The profile of a name or URL; null when it is none of the known ones. */
export function facilitatorNamed(name: string): FacilitatorProfile | null {
  const wanted = name.trim().toLowerCase()
  const host = URL.parse(wanted)?.hostname ?? URL.parse(`https://${wanted}`)?.hostname
  return FACILITATORS.find(({ id, hosts }) => id === wanted || (host !== undefined && hosts.includes(host))) ?? null
}

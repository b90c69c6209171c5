import { SOLANA_USDC } from '#shared/chains/networks.ts'
import { bazaarQuestion } from '#shared/engines/merchant/ask-bazaar.ts'
import { jupiterQuestion } from '#shared/outcomes/solana/token-metadata-lite/ask-jupiter.ts'

import { probe, type UpstreamProbe } from './probe.ts'

/** A known seller from a public directory page. */
const SELLER = '0x0FF5A6ecef783BBA35463ec2F8403B9B5e9e7C86'

/** Probes of the upstreams of merchant and token outcomes. */
export const commerceProbes: readonly UpstreamProbe[] = [
  probe(bazaarQuestion(SELLER), (hosts) => (hosts.length > 0 ? null : 'lists nothing of a known seller')),
  probe(jupiterQuestion(SOLANA_USDC), (token) => (token?.symbol === 'USDC' ? null : 'another symbol than USDC')),
]

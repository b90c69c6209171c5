import { BASE, SOLANA } from '#shared/chains/networks.ts'

import { sameNetworkKey } from '#shared/engines/x402/networks/network.ts'
import { BUYER_RULES } from './readiness.rules.ts'
import { scoreChecks } from './score-checks.ts'

export type Buyer = {
  networks?: readonly string[] | undefined
  schemes?: readonly string[] | undefined
  has_signer?: boolean | undefined
  max_usd?: number | undefined
}

/** Judges what a caller says it can do; nothing is asked of anybody. */
export function judgeBuyer(
  { networks = [], schemes = [], has_signer: hasSigner, max_usd: maxUsd }: Buyer,
  input: unknown,
) {
  const known = networks.map(sameNetworkKey).filter((name) => name === BASE || name === SOLANA)
  const is = (condition: boolean, good: string, bad: string) =>
    ({ status: condition ? 'pass' : 'fail', detail: condition ? good : bad }) as const
  return scoreChecks(
    BUYER_RULES,
    {
      signer: is(hasSigner === true, 'it can sign', 'it has nothing to sign with'),
      networks: is(known.length > 0, known.join(', '), 'neither Base nor Solana is among its networks'),
      schemes: is(schemes.includes('exact'), 'it signs exact', 'it does not sign exact'),
      budget:
        maxUsd === undefined
          ? { status: 'skipped', detail: 'max_usd was not given' }
          : is(maxUsd > 0, `up to $${maxUsd}`, 'it may spend nothing'),
    },
    { input, ready: 'Pay; start with one cheap call.' },
  )
}

import { z } from 'zod'

import { SOLANA_USDC } from '#shared/chains/networks.ts'

import type { Landed } from '#shared/playground/chains/solana/journal.ts'

const Held = z.object({
  accountIndex: z.int(),
  mint: z.string(),
  owner: z.string(),
  uiTokenAmount: z.object({ amount: z.string().transform(BigInt) }),
})
const Meta = z.object({ preTokenBalances: z.array(Held), postTokenBalances: z.array(Held) })

/** Returns the USDC transfers of a landed transaction, computed from the balances before and after. */
export function usdcTransfers({ signature, meta }: Landed) {
  const { preTokenBalances, postTokenBalances } = Meta.parse(meta)
  const gains = postTokenBalances
    .filter(({ mint }) => mint === SOLANA_USDC)
    .map(({ accountIndex, owner, uiTokenAmount }) => {
      const before = preTokenBalances.find((held) => held.accountIndex === accountIndex)?.uiTokenAmount.amount ?? 0n
      return { owner, microUsdc: uiTokenAmount.amount - before }
    })
  const from = gains.find(({ microUsdc }) => microUsdc < 0n)?.owner ?? ''
  return gains
    .filter(({ microUsdc }) => microUsdc > 0n)
    .map(({ owner, microUsdc }) => ({ transaction: signature, from, to: owner, microUsdc }))
}

import { PublicKey } from '@solana/web3.js'

import { Refusal } from '#shared/errors.ts'
import type { HeldToken, OfferedBurn } from '#shared/market/wraps/wrap-answers.ts'
import { readOpenWrap } from '#shared/market/wraps/wraps-to-look.ts'

import { buildBurn } from './build-wrap.ts'
import { lookAtWraps, type LookDeps } from './look-at-wraps.ts'
import type { WrapChain } from './wrap-chain.ts'

/**
 * Looks at the token of a wrap, and builds the transaction by which the wallet that holds it burns it; null when it is
 * burned. Throws 404 for a wrap that is not wrapped, and 503 while nobody says who holds the token.
 */
export async function offerBurn(deps: LookDeps, wrapId: string): Promise<OfferedBurn> {
  const { db, chain } = deps
  const open = await readOpenWrap(db.pg, wrapId)
  if (open === null || open.state !== 'wrapped' || open.mint === null)
    throw new Refusal('not_found', 'There is no such token.')
  await lookAtWraps(deps, [open])
  const seen = await readOpenWrap(db.pg, wrapId)
  if (seen === null) return { burn: null }
  const { mint, tokenAccount, tokenWallet } = seen
  if (mint === null || tokenAccount === null || tokenWallet === null) throw nobodySays()
  const [account] = await chain.seen([tokenAccount], 'confirmed')
  if (account?.kind !== 'token' || account.token.amount !== 1n) throw nobodySays()
  const { owner } = account.token
  const { blockhash, lastValidBlockHeight } = await chain.blockhash()
  const { transaction, networkFeeLamports } = buildBurn({
    wallet: new PublicKey(owner),
    mint: new PublicKey(mint),
    account: new PublicKey(tokenAccount),
    blockhash,
  })
  return {
    burn: {
      wallet: owner,
      transaction,
      blockhash,
      last_valid_block_height: lastValidBlockHeight,
      network_fee_lamports: networkFeeLamports,
    },
  }
}

/** Whether a wallet holds the token of a wrap: on every node, in a final block, and after all that is confirmed. */
export async function findHolder(
  { db, chain }: { db: LookDeps['db']; chain: WrapChain },
  { wrapId, wallet }: { wrapId: string; wallet: string },
): Promise<HeldToken> {
  const wrap = await readOpenWrap(db.pg, wrapId)
  if (wrap === null || wrap.mint === null) throw new Refusal('not_found', 'There is no such token.')
  const final = await chain.holds(wallet, wrap.mint, 'finalized')
  const confirmed = await chain.holds(wallet, wrap.mint, 'confirmed')
  return { held: confirmed.held, is_final: final.held && confirmed.held, slot: final.slot }
}

const nobodySays = () =>
  new Refusal('unavailable', 'The token is on its way, so nobody can say which wallet burns it.', {
    retryAfterS: 15,
    fix: { action: 'Send the request again once its transfer is final.' },
  })

import { z } from 'zod'

import { nullIfRefused, type Rpc } from '../open-rpc.ts'
import { solanaRpc } from '../solana/solana-rpc.ts'
import { usdcAccountOf } from '../payouts/payout-transaction.ts'
import { Landed } from './landed-payment.ts'
import { SYSTEM_PROGRAM } from './programs.ts'

export type Blockhash = { blockhash: string; lastValidBlockHeight: number }
/** What a transaction has to know of its accounts: a wallet's owner program (null: it holds nothing), and its lamports. */
export type SeenAccount = { owner: string; lamports: number } | null

const Latest = z.object({
  value: z.object({ blockhash: z.string().min(32).max(44), lastValidBlockHeight: z.int().positive() }),
})
const Accounts = z.object({
  value: z.array(z.object({ owner: z.string(), lamports: z.int().min(0) }).nullable()),
})
/** Blocks after which a transaction that no node has is on no fork any more. */
const GONE_AFTER_SLOTS = 200

export type SaleChain = ReturnType<typeof saleChain>

/** Solana as sales see it. `any` asks one node after the other; `each` holds the nodes one by one, and all have to agree. */
export function saleChain(any: Rpc, each: readonly Rpc[]) {
  const rpc = solanaRpc(any)
  const nodes = each.map((node) => ({ node, rpc: solanaRpc(node) }))
  return {
    async blockhash(): Promise<Blockhash> {
      return (await any.ask('getLatestBlockhash', [{ commitment: 'confirmed' }], Latest)).value
    },
    /** Accounts by their addresses, in order. */
    async accounts(addresses: readonly string[]): Promise<SeenAccount[]> {
      const how = { commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: 0 } }
      return (await any.ask('getMultipleAccounts', [addresses, how], Accounts)).value
    },
    /** Signatures of transactions that name an address, the newest first. */
    naming: (address: string) => rpc.listed(address, 0),
    /** A transaction as each node has it; null where a node does not have it. Throws RpcUnreachable. */
    landed: (signature: string, commitment: 'confirmed' | 'finalized'): Promise<(Landed | null)[]> =>
      Promise.all(
        nodes.map(async ({ node }) => {
          const how = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 }
          return nullIfRefused(node.ask('getTransaction', [signature, how], Landed))
        }),
      ),
    /** Whether every node is so far beyond a slot that a transaction of it would be final, and none of them has it. */
    async isGone(signature: string, slot: number): Promise<boolean> {
      const found = await Promise.all(
        nodes.map(async ({ rpc: node }) => {
          // Read first: a transaction that lands after this is not taken for gone.
          const { absoluteSlot } = await node.final()
          const { slot: at, statuses } = await node.statuses([signature], { deep: true })
          return statuses[0] === null && at >= absoluteSlot && absoluteSlot > slot + GONE_AFTER_SLOTS
        }),
      )
      return found.every(Boolean)
    },
  }
}

/** Whether an account is one that a person signs with. Nobody has heard of a new wallet. */
export const isWallet = (account: SeenAccount): boolean => account === null || account.owner === SYSTEM_PROGRAM

/** Address of a wallet's USDC account, in base58. */
export const usdcOf = (wallet: string): string => usdcAccountOf(wallet).toBase58()

import { z } from 'zod'

import type { Rpc } from '../open-rpc.ts'
import { type SignatureStatus, solanaRpc } from '../solana/solana-rpc.ts'
import { usdcAccountOf } from './payout-transaction.ts'

/**
 * What the chain says of a signed transaction. `landed`, `failed` and `gone` are final and every node agrees on them;
 * `gone` means that it can never get into a block. `unseen` transactions are sent again.
 */
export type Found =
  | { state: 'landed'; slot: number }
  | { state: 'failed'; slot: number; error: string }
  | { state: 'gone' }
  | { state: 'seen' }
  | { state: 'unseen' }

export type PayoutChain = ReturnType<typeof payoutChain>

const Latest = z.object({
  value: z.object({ blockhash: z.string().min(32).max(44), lastValidBlockHeight: z.int().positive() }),
})

/** Blocks for which a blockhash is valid, and as many more for a node that was ahead of the others. */
const MOST_BLOCKS = 300

/**
 * Solana as payouts see it. `any` asks one node after the other until one answers; `each` holds the nodes one by one,
 * because one that lies must not make us pay twice: a verdict needs the agreement of all.
 */
export function payoutChain(any: Rpc, each: readonly Rpc[]) {
  const rpc = solanaRpc(any)
  const nodes = each.map(solanaRpc)
  return {
    send: rpc.send,
    simulate: (wire: string) => rpc.simulate(wire),
    lamportsOf: (wallet: string) => rpc.lamportsOf(wallet),
    /** Micro-USDC of a wallet; null when it has no token account. */
    microUsdcOf: (wallet: string) => rpc.microUsdcIn(usdcAccountOf(wallet).toBase58()),
    /** A blockhash, and a block height beyond which no node takes a transaction that names it. */
    async blockhash(): Promise<{ blockhash: string; lastValidBlockHeight: number }> {
      const { value } = await any.ask('getLatestBlockhash', [{ commitment: 'confirmed' }], Latest)
      // A node that names too low a height would make a valid transaction look expired.
      const height = await rpc.height()
      return { ...value, lastValidBlockHeight: Math.max(value.lastValidBlockHeight, height + MOST_BLOCKS) }
    },
    /** What became of transactions, in order. Throws RpcUnreachable when a node does not answer. */
    async find(sought: readonly Sought[]): Promise<Found[]> {
      const asked = await Promise.all(nodes.map((node) => findOn(node, sought)))
      return sought.map((_, at) => agree(asked.map((found) => found[at] ?? { state: 'unseen' })))
    },
  }
}

/** A transaction: its id, the height beyond which it is void, and the token account whose history would show it. */
export type Sought = { signature: string; lastValidBlockHeight: number; account: string }

type Node = ReturnType<typeof solanaRpc>

async function findOn(node: Node, sought: readonly Sought[]): Promise<Found[]> {
  // Read first: a transaction that lands after this is reported as unseen, never as gone.
  const final = await node.final()
  const { slot, statuses } = await node.statuses(
    sought.map(({ signature }) => signature),
    { deep: true },
  )
  return Promise.all(
    sought.map(async ({ signature, lastValidBlockHeight, account }, at): Promise<Found> => {
      const judged = judge(statuses[at] ?? null)
      if (judged !== null) return judged
      if (slot < final.absoluteSlot || final.blockHeight <= lastValidBlockHeight) return { state: 'unseen' }
      // A second question for the same thing: the history of the account that would have been paid.
      const history = await node.listed(account, final.absoluteSlot)
      return history.some((landed) => landed.signature === signature) ? { state: 'seen' } : { state: 'gone' }
    }),
  )
}

function judge(status: SignatureStatus): Found | null {
  if (status === null) return null
  const { err, confirmationStatus, slot } = status
  if (confirmationStatus !== 'finalized') return { state: 'seen' }
  const hasFailed = err !== null && err !== undefined
  return hasFailed ? { state: 'failed', slot, error: JSON.stringify(err) } : { state: 'landed', slot }
}

/** A final verdict needs every node; where they differ, whoever saw the transaction is believed so far that we wait. */
function agree(found: readonly Found[]): Found {
  const [first] = found
  if (first !== undefined && found.every(({ state }) => state === first.state)) return first
  return found.some(({ state }) => state === 'landed' || state === 'failed' || state === 'seen')
    ? { state: 'seen' }
    : { state: 'unseen' }
}

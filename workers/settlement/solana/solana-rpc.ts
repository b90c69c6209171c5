import { z } from 'zod'

import { RpcRefused } from '#shared/chains/json-rpc.ts'
import type { InspectedTransfer } from '#shared/doors/settlement.ts'

import { type Rpc, RpcUnreachable } from '../open-rpc.ts'

const slot = z.int().min(0)
const inContext = <Value>(value: z.ZodType<Value>) => z.object({ context: z.object({ slot }), value })

const Status = z
  .object({
    slot,
    err: z.unknown(),
    confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']).nullish(),
  })
  .nullable()
export type SignatureStatus = z.output<typeof Status>

const Simulated = inContext(z.object({ err: z.unknown(), logs: z.array(z.string()).nullish() }))
const Epoch = z.object({ absoluteSlot: slot, blockHeight: slot })
const Listed = z.array(z.object({ signature: z.string(), slot, err: z.unknown() }))
const Shown = z.object({ transaction: z.tuple([z.string(), z.literal('base64')]) }).nullable()

const Held = z.object({
  accountIndex: z.int(),
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/) }),
})
const Meta = z.object({
  err: z.unknown(),
  preTokenBalances: z.array(Held).nullish(),
  postTokenBalances: z.array(Held).nullish(),
})
const Landed = z.object({ slot, meta: Meta }).nullable()
const MOST_TRANSFERS = 20

/** Derives transfers from balance changes: each gain of a token, from the owner that lost most of it. */
function transfersOf({ preTokenBalances, postTokenBalances }: z.output<typeof Meta>): InspectedTransfer[] {
  const [before, after] = [preTokenBalances ?? [], postTokenBalances ?? []]
  const accounts = new Map([...before, ...after].map((held) => [held.accountIndex, held]))
  const amountIn = (list: typeof before, index: number) =>
    BigInt(list.find(({ accountIndex }) => accountIndex === index)?.uiTokenAmount.amount ?? '0')
  const changes = [...accounts.values()].map(({ accountIndex, mint, owner = '' }) => ({
    mint,
    owner,
    change: amountIn(after, accountIndex) - amountIn(before, accountIndex),
  }))
  return changes
    .filter(({ change }) => change > 0n)
    .slice(0, MOST_TRANSFERS)
    .map(({ mint, owner, change }) => {
      const [payer] = changes
        .filter((other) => other.mint === mint && other.change < 0n)
        .toSorted((one, other) => (one.change < other.change ? -1 : 1))
      return { from: payer?.owner ?? '', to: owner, asset: mint, raw: change.toString() }
    })
}

export type SolanaRpc = ReturnType<typeof solanaRpc>

/** Requests to Solana. Only `send` throws RpcRefused; refusals of other requests become RpcUnreachable. */
export function solanaRpc({ ask: askNode }: Rpc) {
  const ask: Rpc['ask'] = async (method, params, schema) => {
    try {
      return await askNode(method, params, schema)
    } catch (error) {
      if (error instanceof RpcRefused) throw new RpcUnreachable(error.message, { cause: error })
      throw error
    }
  }
  return {
    /** Simulates a transaction. Signatures are not verified, because the fee payer's is missing. */
    async simulate(wire: string): Promise<{ err: unknown; logs: readonly string[] }> {
      const how = { sigVerify: false, replaceRecentBlockhash: false, commitment: 'confirmed', encoding: 'base64' }
      const { value } = await ask('simulateTransaction', [wire, how], Simulated)
      return { err: value.err ?? null, logs: value.logs ?? [] }
    },
    /** Broadcasts without a preflight simulation. Throws RpcRefused with the node's reason. */
    send: (wire: string) => askNode('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }], z.string()),
    /** Statuses of transactions in order, and the slot of the node's answer. */
    async statuses(signatures: readonly string[], { deep }: { deep: boolean }) {
      const config = { searchTransactionHistory: deep }
      const { context, value } = await ask('getSignatureStatuses', [signatures, config], inContext(z.array(Status)))
      return { slot: context.slot, statuses: value }
    },
    /** The final slot and block height. */
    final: () => ask('getEpochInfo', [{ commitment: 'finalized' }], Epoch),
    height: () => ask('getBlockHeight', [{ commitment: 'confirmed' }], slot),
    /** Latest transactions of an account, newest first, from a node that has reached at least `minContextSlot`. */
    listed: (address: string, minContextSlot: number) =>
      ask('getSignaturesForAddress', [address, { limit: 100, commitment: 'confirmed', minContextSlot }], Listed),
    /** The wire transaction in base64; null if not found. */
    async wireOf(signature: string): Promise<string | null> {
      const how = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
      const shown = await ask('getTransaction', [signature, how], Shown)
      return shown?.transaction[0] ?? null
    },
    /** Result and token transfers of a transaction; null if not found. */
    async landed(signature: string) {
      const how = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
      const shown = await ask('getTransaction', [signature, how], Landed)
      if (shown === null) return null
      const { slot: landedAt, meta } = shown
      return { slot: landedAt, ok: meta.err === null || meta.err === undefined, transfers: transfersOf(meta) }
    },
    /** Time of a block, in seconds since 1970. */
    blockTime: (at: number) => ask('getBlockTime', [at], z.int()),
    async isBlockhashGood(blockhash: string): Promise<boolean> {
      const { value } = await ask('isBlockhashValid', [blockhash, { commitment: 'processed' }], inContext(z.boolean()))
      return value
    },
    async lamportsOf(address: string): Promise<bigint> {
      const { value } = await ask('getBalance', [address, { commitment: 'confirmed' }], inContext(z.int().min(0)))
      return BigInt(value)
    },
    /** Balance of a token account in micro-USDC; null if it does not exist. */
    async microUsdcIn(tokenAccount: string): Promise<bigint | null> {
      const amount = inContext(z.object({ amount: z.string().regex(/^\d+$/) }))
      try {
        const { value } = await askNode('getTokenAccountBalance', [tokenAccount, { commitment: 'confirmed' }], amount)
        return BigInt(value.amount)
      } catch (error) {
        if (error instanceof RpcRefused) return null
        throw error
      }
    },
  }
}

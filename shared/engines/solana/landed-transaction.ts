import { z } from 'zod'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { Lamports, Slot } from './solana-reader.ts'

const Index = z.int().min(0).max(511)
const Instruction = z.object({ programIdIndex: Index, accounts: z.array(Index), data: z.string() })
const Held = z.object({
  accountIndex: Index,
  mint: z.string(),
  owner: z.string().nullish(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/), decimals: z.int().min(0).max(255) }),
})

/** A transaction as getTransaction gives it in the encoding `json`. */
export const LandedTransaction = z.object({
  slot: Slot,
  blockTime: z.int().nullish(),
  version: z.union([z.literal('legacy'), z.int()]).nullish(),
  meta: z.object({
    err: z.unknown(),
    fee: Lamports,
    preBalances: z.array(Lamports),
    postBalances: z.array(Lamports),
    preTokenBalances: z.array(Held).nullish(),
    postTokenBalances: z.array(Held).nullish(),
    innerInstructions: z.array(z.object({ index: Index, instructions: z.array(Instruction) })).nullish(),
    logMessages: z.array(z.string()).nullish(),
    computeUnitsConsumed: z.int().nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
  transaction: z.object({
    signatures: z.array(z.string()),
    message: z.object({
      accountKeys: z.array(z.union([z.string(), z.object({ pubkey: z.string() }).transform(({ pubkey }) => pubkey)])),
      instructions: z.array(Instruction),
    }),
  }),
})
export type LandedTransaction = z.output<typeof LandedTransaction>

export type Step = { program: string; accounts: string[]; data: Buffer; isInner: boolean }

/** Every account a transaction names, those of its lookup tables at the end: what indices point into. */
export function accountsOf({ transaction, meta }: LandedTransaction): string[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  return [...transaction.message.accountKeys, ...writable, ...readonly]
}

/** Lists a transaction's instructions in the order they ran; inner ones follow the outer one that called them. */
export function stepsOf(landed: LandedTransaction): Step[] {
  const accounts = accountsOf(landed)
  const at = (index: number) => accounts[index] ?? ''
  const step = (one: z.output<typeof Instruction>, isInner: boolean): Step => ({
    program: at(one.programIdIndex),
    accounts: one.accounts.map(at),
    data: bytesOf(one.data),
    isInner,
  })
  const inner = Map.groupBy(landed.meta.innerInstructions ?? [], ({ index }) => index)
  return landed.transaction.message.instructions.flatMap((outer, index) => [
    step(outer, false),
    ...(inner.get(index) ?? []).flatMap(({ instructions }) => instructions.map((one) => step(one, true))),
  ])
}

/** A memo has at most 566 bytes. */
const MOST_CHARACTERS = 800

/** Data of an instruction; what is longer than anything that is read here counts as empty. */
const bytesOf = (text: string) => fromBase58(text, MOST_CHARACTERS) ?? Buffer.alloc(0)

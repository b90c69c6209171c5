import { VersionedTransaction } from '@solana/web3.js'
import { z } from 'zod'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { isEd25519Signature } from '#shared/lib/crypto/ed25519.ts'

const Balance = z.object({
  accountIndex: z.int(),
  mint: z.string(),
  owner: z.string().optional(),
  programId: z.string().optional(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/) }),
})
/** What `getTransaction` answers, in base64; null while the node does not have it. */
export const Landed = z
  .object({
    slot: z.int().min(0),
    blockTime: z.int().nullish(),
    transaction: z.tuple([z.string(), z.literal('base64')]),
    meta: z.object({
      err: z.unknown(),
      preBalances: z.array(z.int().min(0)),
      postBalances: z.array(z.int().min(0)),
      preTokenBalances: z.array(Balance).nullish(),
      postTokenBalances: z.array(Balance).nullish(),
      loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
    }),
  })
  .nullable()
export type Landed = NonNullable<z.output<typeof Landed>>

/** One top-level instruction; `accounts` are addresses, those of lookup tables included. */
export type PaymentInstruction = { program: string; accounts: string[]; data: Buffer }
/** What a token account held before and after; 0 where it did not exist. */
export type TokenChange = { mint: string; owner: string; program: string; before: bigint; after: bigint }

/** A transaction on chain, read for judging it. */
export type PaymentOnChain = {
  signature: string
  /** The fee payer, who signed first. */
  payer: string
  accounts: string[]
  instructions: PaymentInstruction[]
  /** Lamports that an address gained; negative where it lost. */
  lamports: Map<string, bigint>
  tokens: Map<string, TokenChange>
}

/**
 * Reads a landed transaction. Returns null where a node cannot have it from the chain: bytes that are no transaction,
 * signatures that do not fit, balances that are missing.
 */
export function readPaymentOnChain({ transaction: [base64], meta }: Landed): PaymentOnChain | null {
  const wire = Buffer.from(base64, 'base64')
  const read = readWire(wire)
  if (read === null) return null
  const { message, signatures } = read
  // The bytes as they were signed, behind the signatures, whose number is one byte in a transaction that a node takes.
  const signed = wire.subarray(1 + 64 * signatures.length)
  const keys = message.staticAccountKeys
  // Any other bytes that a node shows under a signature of the chain are found out here, for little work.
  const isSigned = signatures.every((signature, at) => isEd25519Signature(signature, signed, keys[at]?.toBytes()))
  if (!isSigned || signatures.length !== message.header.numRequiredSignatures) return null
  const loaded = meta.loadedAddresses ?? { writable: [], readonly: [] }
  const lookups = message.addressTableLookups
  const wanted = [
    lookups.reduce((sum, { writableIndexes }) => sum + writableIndexes.length, 0),
    lookups.reduce((sum, { readonlyIndexes }) => sum + readonlyIndexes.length, 0),
  ]
  if (loaded.writable.length !== wanted[0] || loaded.readonly.length !== wanted[1]) return null
  // The order of the runtime: keys of the message, then writable and readable ones of lookup tables.
  const accounts = [...keys.map((key) => key.toBase58()), ...loaded.writable, ...loaded.readonly]
  if (meta.preBalances.length !== accounts.length || meta.postBalances.length !== accounts.length) return null
  const lamports = accounts.map((address, at): [string, bigint] => [
    address,
    BigInt(meta.postBalances[at] ?? 0) - BigInt(meta.preBalances[at] ?? 0),
  ])
  return {
    signature: toBase58(signatures[0] ?? new Uint8Array(64)),
    payer: accounts[0] ?? '',
    accounts,
    instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
      program: accounts[programIdIndex] ?? '',
      accounts: accountKeyIndexes.map((index) => accounts[index] ?? ''),
      data: Buffer.from(data),
    })),
    lamports: new Map(lamports),
    tokens: tokensOf(meta, accounts),
  }
}

function readWire(wire: Uint8Array): VersionedTransaction | null {
  try {
    return VersionedTransaction.deserialize(wire)
  } catch {
    return null
  }
}

function tokensOf(
  { preTokenBalances, postTokenBalances }: Landed['meta'],
  accounts: readonly string[],
): Map<string, TokenChange> {
  const before = new Map((preTokenBalances ?? []).map((held) => [held.accountIndex, BigInt(held.uiTokenAmount.amount)]))
  return new Map(
    (postTokenBalances ?? []).map(({ accountIndex, mint, owner = '', programId = '', uiTokenAmount }) => [
      accounts[accountIndex] ?? '',
      // An account that this transaction opened held nothing before.
      { mint, owner, program: programId, before: before.get(accountIndex) ?? 0n, after: BigInt(uiTokenAmount.amount) },
    ]),
  )
}

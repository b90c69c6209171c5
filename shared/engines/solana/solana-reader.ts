import { z } from 'zod'

import { READABLE_CHAINS, type SolanaCluster } from '#shared/chains/readable-chains.ts'
import { invalidFields, nullIfRefused } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import type { ChainReader } from '#shared/doors/chains.ts'

import { chainStamp } from '../evm/base-reader.ts'
import { solanaBytes } from '../x402/networks/solana-address.ts'

export const Slot = z.int().min(0)
/** Lamports beyond 2^53 come as bigint. */
export const Lamports = z.union([z.int().min(0), z.bigint().min(0n)]).transform(BigInt)
export const inContext = <Value extends z.ZodType>(value: Value) =>
  z.object({ context: z.object({ slot: Slot }), value })

const Data = z.tuple([z.string(), z.literal('base64')]).transform(([text]) => Buffer.from(text, 'base64'))
/** An account with its bytes. */
export const Account = z.object({ lamports: Lamports, owner: z.string(), data: Data })
export type Account = z.output<typeof Account>

/** One read of Solana. */
export type SolanaReader = {
  cluster: SolanaCluster
  ask: ChainReader['ask']
  /** Accounts in the order of their addresses, at most 100; null for one that does not exist. */
  accounts: (
    addresses: readonly string[],
    slice?: { offset: number; length: number },
  ) => Promise<{ slot: number; accounts: (Account | null)[] }>
  /** When a slot was, in seconds since 1970; null where the node does not say. */
  timeOf: (slot: number) => Promise<number | null>
  stamp: (slot: number, timeS: number | null) => ReturnType<typeof chainStamp>
}

export function openSolanaReader(
  { chains, signal }: Pick<OutcomeContext, 'chains' | 'signal'>,
  cluster: SolanaCluster,
  { withinMs }: { withinMs?: number } = {},
): SolanaReader {
  const reader = chains.open(cluster, { signal, ...(withinMs === undefined ? {} : { withinMs }) })
  return {
    cluster,
    ask: reader.ask,
    async accounts(addresses, slice) {
      const how = { encoding: 'base64', commitment: 'confirmed', ...(slice === undefined ? {} : { dataSlice: slice }) }
      const Answer = inContext(z.array(Account.nullable()).length(addresses.length))
      const { context, value } = await reader.ask('getMultipleAccounts', [addresses, how], Answer)
      return { slot: context.slot, accounts: value }
    },
    // A slot without a block has no time; no answer is worth less for it.
    timeOf: (slot) => reader.ask('getBlockTime', [slot], z.int().nullable()).catch(nullIfRefused),
    stamp: (slot, timeS) => chainStamp(READABLE_CHAINS[cluster], { number: slot, timeS }, reader),
  }
}

/** Refuses a text that is not 32 bytes in base58. */
export function readSolanaAddress(path: (string | number)[], text: string): string {
  if (solanaBytes(text) !== null) return text
  throw invalidFields({ path, type: 'invalid_address', msg: 'Value error, it is not the base58 of 32 bytes' })
}

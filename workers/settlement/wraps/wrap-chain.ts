import { PublicKey } from '@solana/web3.js'
import { z } from 'zod'

import { nullIfRefused, type Rpc } from '../open-rpc.ts'
import { type Blockhash, saleChain } from '../sales/sale-chain.ts'
import { solanaRpc } from '../solana/solana-rpc.ts'
import { TOKEN_2022 } from './token-2022.ts'

export type Commitment = 'confirmed' | 'finalized'

/** A mint as the chain shows it: how many tokens there are, and whether more can be made. */
export type SeenMint = { supply: bigint; isSealed: boolean }
/** A token account: whose it is and what it holds. */
export type SeenToken = { owner: string; mint: string; amount: bigint }
export type SeenAccount = { kind: 'mint'; mint: SeenMint } | { kind: 'token'; token: SeenToken } | { kind: 'none' }

const slot = z.int().min(0)
const Data = z.tuple([z.string(), z.literal('base64')])
const Account = z.object({ owner: z.string(), data: Data })
const Accounts = z.object({ context: z.object({ slot }), value: z.array(Account.nullable()) })
const Owned = z.object({
  context: z.object({ slot }),
  value: z.array(z.object({ pubkey: z.string(), account: Account })),
})
const Largest = z.object({ value: z.array(z.object({ address: z.string(), amount: z.string().regex(/^\d+$/) })) })

/** Blocks beyond the height that a node names, for one that was ahead of the others. */
const MOST_BLOCKS = 300

export type WrapChain = ReturnType<typeof wrapChain>

/**
 * Solana as wraps see it. `any` asks one node after the other; `each` holds the nodes one by one, because a node that lies
 * must move no licence: a verdict needs the agreement of all. Everything throws RpcUnreachable while a node is silent.
 */
export function wrapChain(any: Rpc, each: readonly Rpc[]) {
  const rpc = solanaRpc(any)
  const sales = saleChain(any, each)
  const nodes = each.map((node) => ({ node, rpc: solanaRpc(node) }))
  return {
    accounts: (addresses: readonly string[]) => sales.accounts(addresses),
    naming: (address: string) => sales.naming(address),
    /** A blockhash, and a block height beyond which no node takes a transaction that names it. */
    async blockhash(): Promise<Blockhash> {
      const latest = await sales.blockhash()
      // A node that names too low a height would make a valid transaction look void.
      const height = await rpc.height()
      return { ...latest, lastValidBlockHeight: Math.max(latest.lastValidBlockHeight, height + MOST_BLOCKS) }
    },
    rentFor: (bytes: number): Promise<number> => any.ask('getMinimumBalanceForRentExemption', [bytes], z.int().min(0)),
    /**
     * Accounts in order, as all nodes show them at `sinceSlot` or later; null where they differ, or one could not have it
     * from the program.
     */
    async seen(
      addresses: readonly string[],
      commitment: Commitment,
      sinceSlot?: number,
    ): Promise<(SeenAccount | null)[]> {
      const how = { commitment, encoding: 'base64', ...(sinceSlot === undefined ? {} : { minContextSlot: sinceSlot }) }
      const asked = await Promise.all(
        nodes.map(async ({ node }) => {
          const { value } = await node.ask('getMultipleAccounts', [addresses, how], Accounts)
          return value.map(readAccount)
        }),
      )
      return addresses.map((_, at) => agreed(asked.map((one) => one[at] ?? null)))
    },
    /** The least final block height of all nodes, and its slot. What is final since that slot is of this height at least. */
    async final(): Promise<{ height: number; slot: number }> {
      const finals = await Promise.all(nodes.map(({ rpc: node }) => node.final()))
      return {
        height: Math.min(...finals.map(({ blockHeight }) => blockHeight)),
        slot: Math.min(...finals.map(({ absoluteSlot }) => absoluteSlot)),
      }
    },
    /**
     * Whether all nodes show that a wallet holds the token of a mint, and the least slot of their answers: no node has
     * seen a later transfer by then.
     */
    async holds(wallet: string, mint: string, commitment: Commitment): Promise<{ held: boolean; slot: number }> {
      const how = { commitment, encoding: 'base64' }
      const asked = await Promise.all(
        nodes.map(({ node }) => node.ask('getTokenAccountsByOwner', [wallet, { mint }, how], Owned)),
      )
      const held = asked.every(({ value }) =>
        value.some(({ account }) => {
          const seen = readAccount(account)
          return (
            seen?.kind === 'token' &&
            seen.token.amount === 1n &&
            seen.token.owner === wallet &&
            seen.token.mint === mint
          )
        }),
      )
      return { held, slot: Math.min(...asked.map(({ context }) => context.slot)) }
    },
    /** The account that holds the token of a mint; null where a node does not say. */
    async accountWith(mint: string): Promise<string | null> {
      const largest = await nullIfRefused(
        any.ask('getTokenLargestAccounts', [mint, { commitment: 'finalized' }], Largest),
      )
      return largest?.value.find(({ amount }) => amount === '1')?.address ?? null
    },
  }
}

/** What all nodes say; null where one could not read it or they differ. */
function agreed(seen: readonly (SeenAccount | null)[]): SeenAccount | null {
  const [first = null] = seen
  const text = textOf(first)
  return seen.every((one) => one !== null && textOf(one) === text) ? first : null
}

const textOf = (seen: SeenAccount | null) =>
  JSON.stringify(seen, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

const TOKEN_ACCOUNT_BYTES = 165
const KIND_AT = 165
const [MINT_KIND, TOKEN_KIND] = [1, 2]

/** Reads an account of Token-2022; `none` for one that is not there, null for one of another program or kind. */
export function readAccount(account: z.output<typeof Account> | null): SeenAccount | null {
  if (account === null) return { kind: 'none' }
  if (account.owner !== TOKEN_2022.toBase58()) return null
  const data = Buffer.from(account.data[0], 'base64')
  if (data.length > TOKEN_ACCOUNT_BYTES && data[KIND_AT] === MINT_KIND) {
    const isSealed = data.readUInt32LE(0) === 0 && data[44] === 0 && data[45] === 1 && data.readUInt32LE(46) === 0
    return { kind: 'mint', mint: { supply: data.readBigUInt64LE(36), isSealed } }
  }
  const isToken = data.length === TOKEN_ACCOUNT_BYTES || (data.length > KIND_AT && data[KIND_AT] === TOKEN_KIND)
  if (!isToken || data[108] === 0) return null
  const keyAt = (at: number) => new PublicKey(data.subarray(at, at + 32)).toBase58()
  return { kind: 'token', token: { mint: keyAt(0), owner: keyAt(32), amount: data.readBigUInt64LE(64) } }
}

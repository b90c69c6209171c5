import { z } from 'zod'

import { AccountConfig, viewAccount } from './account-view.ts'
import type { PlaySolana } from './play-solana.ts'
import { RpcError, type RpcMethods } from './serve-json-rpc.ts'
import { SolanaAddress } from './solana-address.ts'
import { decodeTokenAccount } from './token-account.ts'
import { tokenAmount } from './transaction-meta.ts'
import { transactionMethods } from './transaction-methods.ts'

const Bytes = z
  .int()
  .min(0)
  .max(10 * 1024 * 1024)
const Lamports = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const MAX_ACCOUNTS = 100

/** Token accounts that a node lists of a mint. */
const MOST_LARGEST = 20

/** A node version that clients accept as recent. */
const VERSION = '3.0.0'

/**
 * The methods of a Solana node that payment code uses, on a local chain. Names, shapes and error codes are the node's.
 * Other methods answer -32601. Of subscriptions there is that to a signature (serve-subscriptions.ts).
 */
export function rpcMethods(chain: PlaySolana): RpcMethods {
  const withContext = (value: unknown, slot = chain.clock.slot()) => ({ context: { apiVersion: VERSION, slot }, value })
  /** Accounts and the slot of a commitment. Whoever does not name `finalized` gets the newest state. */
  const at = (config: unknown) => {
    const { commitment } = z.looseObject({ commitment: z.string().optional() }).nullish().parse(config) ?? {}
    const isFinal = commitment === 'finalized'
    return {
      account: isFinal ? chain.finalAccount : chain.account,
      answer: (value: unknown) => withContext(value, isFinal ? chain.finalSlot() : chain.clock.slot()),
    }
  }
  const tokenAccount = (address: unknown) => {
    const account = chain.account(SolanaAddress.parse(address))
    const held = account === undefined ? undefined : decodeTokenAccount(account.owner, account.data)
    if (held === undefined) throw new RpcError(-32_602, 'Invalid param: could not find account')
    return held
  }
  return {
    ...transactionMethods(chain, withContext),

    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': VERSION, 'feature-set': 0 }),
    getGenesisHash: () => chain.genesis,
    getSlot: () => chain.clock.slot(),
    getBlockHeight: () => chain.clock.slot(),
    getBlockTime: () => chain.clock.unixS(),
    getEpochInfo: ([config]) => {
      const { commitment = 'finalized' } =
        z.looseObject({ commitment: z.string().optional() }).nullish().parse(config) ?? {}
      const slot = commitment === 'finalized' ? chain.finalSlot() : chain.clock.slot()
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: 0,
        slotIndex: slot,
        slotsInEpoch: 432_000,
        transactionCount: null,
      }
    },
    getLatestBlockhash: () => withContext(chain.clock.latest()),
    isBlockhashValid: ([blockhash]) => withContext(chain.clock.isValid(z.string().parse(blockhash))),
    getMinimumBalanceForRentExemption: ([bytes]) => Number(chain.rentFor(Bytes.parse(bytes))),
    getRecentPrioritizationFees: () => [],

    getBalance: ([address]) => withContext(Number(chain.account(SolanaAddress.parse(address))?.lamports ?? 0n)),
    getAccountInfo: ([address, config]) => {
      const { account, answer } = at(config)
      return answer(viewAccount(account(SolanaAddress.parse(address)), AccountConfig.parse(config)))
    },
    getMultipleAccounts: ([addresses, config]) => {
      const { account, answer } = at(config)
      const how = AccountConfig.parse(config)
      const wanted = z.array(SolanaAddress).max(MAX_ACCOUNTS).parse(addresses)
      return answer(wanted.map((address) => viewAccount(account(address), how)))
    },
    getTokenAccountBalance: ([address]) => {
      const { mint, amount } = tokenAccount(address)
      return withContext(tokenAmount(mint, amount))
    },
    getTokenAccountsByOwner: ([owner, filter, config]) => {
      const wallet = SolanaAddress.parse(owner)
      const { mint, programId } = z
        .object({ mint: z.string().optional(), programId: z.string().optional() })
        .parse(filter)
      const how = AccountConfig.parse(config)
      const { account: accountAt, answer } = at(config)
      const found = [...chain.known()].flatMap((pubkey) => {
        const account = accountAt(pubkey)
        const held = account === undefined ? undefined : decodeTokenAccount(account.owner, account.data)
        const isOfProgram = programId === undefined || held?.program === programId
        const isWanted = held?.owner === wallet && isOfProgram && (mint === undefined || held.mint === mint)
        return isWanted ? [{ pubkey, account: viewAccount(account, how) }] : []
      })
      return answer(found)
    },
    getTokenLargestAccounts: ([mint, config]) => {
      const wanted = SolanaAddress.parse(mint)
      const { account: accountAt, answer } = at(config)
      const held = [...chain.known()].flatMap((address) => {
        const account = accountAt(address)
        const token = account === undefined ? undefined : decodeTokenAccount(account.owner, account.data)
        return token?.mint === wanted ? [{ address, amount: token.amount }] : []
      })
      const largest = held.toSorted((one, other) => (one.amount < other.amount ? 1 : -1)).slice(0, MOST_LARGEST)
      return answer(largest.map(({ address, amount }) => ({ address, ...tokenAmount(wanted, amount) })))
    },

    requestAirdrop: ([address, lamports]) =>
      chain.airdrop(SolanaAddress.parse(address), BigInt(Lamports.parse(lamports))),
  }
}

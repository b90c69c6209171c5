import { SOLANA_USDC } from '#shared/chains/networks.ts'
import type { SolanaTransaction } from '#shared/chains/solana-transaction.ts'

import type { LoadedAddresses } from './lookup-tables.ts'
import { decodeTokenAccount, USDC_DECIMALS } from './token-account.ts'
import type { ChainAccount, Ran } from './virtual-machine.ts'
import { feeOf } from './wire-transaction.ts'

/** Returns the `meta` of a transaction as getTransaction does: the fee, and the balances before and after. */
export function metaOf(
  transaction: SolanaTransaction,
  ran: Ran,
  before: readonly (ChainAccount | undefined)[],
  after: readonly (ChainAccount | undefined)[],
  loaded: LoadedAddresses,
) {
  return {
    err: ran.err,
    status: statusOf(ran.err),
    fee: feeOf(transaction),
    preBalances: before.map((account) => Number(account?.lamports ?? 0n)),
    postBalances: after.map((account) => Number(account?.lamports ?? 0n)),
    preTokenBalances: tokenBalances(before),
    postTokenBalances: tokenBalances(after),
    innerInstructions: ran.inner,
    logMessages: ran.logs,
    loadedAddresses: loaded,
    rewards: [],
    computeUnitsConsumed: ran.units,
  }
}

/** The deprecated `status` field, which some clients still read. */
export const statusOf = (err: unknown) => (err === null ? { Ok: null } : { Err: err })

function tokenBalances(accounts: readonly (ChainAccount | undefined)[]) {
  return accounts.flatMap((account, accountIndex) => {
    const held = account === undefined ? undefined : decodeTokenAccount(account.owner, account.data)
    if (held === undefined) return []
    const { mint, owner, amount, program } = held
    return [{ accountIndex, mint, owner, programId: program, uiTokenAmount: tokenAmount(mint, amount) }]
  })
}

/** Formats a token amount as the RPC does. */
export function tokenAmount(mint: string, amount: bigint) {
  const decimals = mint === SOLANA_USDC ? USDC_DECIMALS : 0
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const text = rest === '' ? whole : `${whole}.${rest}`
  return { amount: String(amount), decimals, uiAmount: Number(text), uiAmountString: text }
}

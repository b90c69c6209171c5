import type { SolanaCluster } from '#shared/chains/readable-chains.ts'

import { shownText } from '#shared/engines/token/shown-text.ts'
import { humanAmount } from '#shared/engines/x402/networks/amount.ts'
import { balanceChanges, signedAmount } from '#shared/engines/solana/balance-changes.ts'
import { exactPayment } from './exact-payment.ts'
import { accountsOf, type LandedTransaction, type Step, stepsOf } from '#shared/engines/solana/landed-transaction.ts'
import { listPayments } from './list-payments.ts'
import { KNOWN_PROGRAMS, LISTED_MINTS } from '#shared/engines/solana/solana-tokens.rules.ts'
import { transactionFailure } from './transaction-failure.ts'

const MEMO = /^Memo/
const MOST_MEMO = 600

/** A landed transaction in plain facts, and one sentence. */
export function summarizeTransaction(cluster: SolanaCluster, landed: LandedTransaction) {
  const { meta } = landed
  const accounts = accountsOf(landed)
  const steps = stepsOf(landed)
  const changes = balanceChanges(landed)
  const failed = meta.err !== null && meta.err !== undefined
  const symbols = new Map(LISTED_MINTS[cluster].map(({ address, symbol }) => [address, symbol]))
  const symbolOf = (mint: string | null) => (mint === null ? 'SOL' : (symbols.get(mint) ?? null))
  const transfers = failed
    ? []
    : listPayments(steps, changes).map(({ kind, mint, from, to, raw, decimals }) => ({
        kind,
        mint,
        symbol: symbolOf(mint),
        from_owner: from,
        to_owner: to,
        raw: raw.toString(),
        amount: humanAmount(raw, decimals),
        decimals,
      }))
  const feePayer = accounts[0] ?? null
  const outer = steps.filter(({ isInner }) => !isInner).map(({ program }) => program)
  const error = failed ? transactionFailure(meta.err, outer, meta.logMessages ?? []) : null
  return {
    status: failed ? ('failed' as const) : ('success' as const),
    slot: landed.slot,
    executed_at: landed.blockTime ? new Date(landed.blockTime * 1_000).toISOString() : null,
    fee_payer: feePayer,
    fee_lamports: meta.fee.toString(),
    transfers,
    balance_changes: changes.map(({ owner, mint, raw, decimals }) => ({
      owner,
      asset: symbolOf(mint) ?? mint ?? '',
      mint,
      raw: raw.toString(),
      amount: signedAmount(raw, decimals),
    })),
    programs: programsOf(steps),
    memo: steps.flatMap(({ program, data }) =>
      MEMO.test(program) ? (shownText(data.toString('utf8'), MOST_MEMO) ?? []) : [],
    ),
    error,
    compute_units: meta.computeUnitsConsumed ?? null,
    summary: sentence(error, transfers, feePayer, humanAmount(meta.fee, 9)),
    x402: exactPayment(landed, steps),
  }
}

function programsOf(steps: readonly Step[]) {
  const counts = new Map<string, number>()
  for (const { program } of steps) counts.set(program, (counts.get(program) ?? 0) + 1)
  return [...counts].map(([id, invocations]) => ({ id, label: KNOWN_PROGRAMS[id] ?? null, invocations }))
}

type Shown = {
  symbol: string | null
  mint: string | null
  from_owner: string | null
  to_owner: string | null
  amount: string
}

function sentence(
  error: { name: string | null; code: number | null; instruction_index: number | null } | null,
  transfers: readonly Shown[],
  payer: string | null,
  fee: string,
): string {
  const paid = `${payer ?? 'nobody'} paid ${fee} SOL in fees`
  if (error !== null) {
    const where = error.instruction_index === null ? '' : ` at instruction ${error.instruction_index}`
    const why = error.name ?? (error.code === null ? 'an unknown error' : `custom error ${error.code}`)
    return `Failed${where} with ${why}; nothing moved, and ${paid}.`
  }
  const [first, ...rest] = transfers
  if (first === undefined) return `Succeeded without a transfer; ${paid}.`
  const more = rest.length === 0 ? '' : `, and ${rest.length} more transfer${rest.length === 1 ? '' : 's'}`
  return `${first.from_owner ?? 'A mint'} sent ${first.amount} ${first.symbol ?? first.mint ?? ''} to ${first.to_owner ?? 'nobody (burnt)'}${more}; ${paid}.`
}

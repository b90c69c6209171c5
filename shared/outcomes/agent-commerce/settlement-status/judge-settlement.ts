import { BASE_USDC, SOLANA_USDC } from '#shared/chains/networks.ts'
import type { Inspected, InspectedTransfer } from '#shared/doors/settlement.ts'

import { humanAmount } from '#shared/engines/x402/networks/amount.ts'
import { type Check, conclude, type Finding } from '#shared/engines/guard/verdict.ts'
import type { SettlementQuestion } from './settlement-question.ts'
import { SETTLEMENT_STATES, type SettlementStatus } from './settlement-states.rules.ts'

type Expected = { pay_to?: string | undefined; amount?: string | undefined; asset?: string | undefined }
type Asked = {
  question: SettlementQuestion
  seen: Inspected
  expected: Expected | undefined
  /** The body, for the digest. */
  input: unknown
}

const RULESET = 'settlement-status/2026-11-20'

/** Says what became of a payment and whether it is safe to sign again: only where no money moved and none can. */
export function judgeSettlement({ question, seen, expected, input }: Asked) {
  const { status, why } = statusOf(question, seen)
  const { transaction, payment } = seen
  const transfer = status === 'settled' ? (bestTransfer(transaction?.transfers ?? [], expected) ?? null) : null
  const expectation = expected === undefined || status !== 'settled' ? null : compare(transfer, expected)
  const isUnmet = expectation?.met === false
  const { decision, advice, message, next } = SETTLEMENT_STATES[status]
  const findings: Finding[] = [
    ...(decision === 'allow' ? [] : [{ decision, code: status, message: `${message} (${why})`, next }]),
    ...(isUnmet
      ? [
          {
            decision: 'block' as const,
            code: 'expectation_not_met',
            message: `The transfer differs from what was expected in ${expectation.mismatches.join(', ')}.`,
            path: '/expected',
            next: 'Serve nothing for it; find out what this payment was for.',
          },
        ]
      : []),
  ]
  return {
    ...conclude({ input, ruleset: RULESET, findings, checks: checksOf(seen, question, expectation), proceed: next }),
    network: question.network,
    block_number: seen.block.number,
    block_time: new Date(seen.block.timeS * 1_000).toISOString(),
    status,
    safe_to_resign: status === 'expired_unused' || (status === 'failed' && transfer === null),
    transaction: transaction?.id ?? payment?.transaction ?? question.transaction,
    confirmations: transaction?.confirmations ?? null,
    finality: transaction?.finality ?? null,
    transfer,
    expectation,
    authorization:
      payment === null
        ? null
        : {
            nonce: payment.nonce,
            used: payment.used,
            valid_before: payment.validBeforeS === null ? null : new Date(payment.validBeforeS * 1_000).toISOString(),
            expired: isExpired(seen),
          },
    advice: isUnmet ? ('reconcile' as const) : advice,
  }
}

/** The nonce is the truth where a payment was sent; a transaction alone can be another one's, or be sent again. */
function statusOf(
  { transaction: asked, response }: SettlementQuestion,
  { payment, transaction }: Inspected,
): { status: SettlementStatus; why: string } {
  if (payment !== null) {
    const why = payment.reason ?? 'found by its nonce'
    if (payment.state === 'paid') return { status: 'settled', why }
    if (payment.state === 'unpaid') return { status: EXPIRED.has(why) ? 'expired_unused' : 'failed', why }
    return { status: WAITING.has(why) ? 'pending' : 'unknown', why }
  }
  if (transaction === null) {
    // Whoever answered with an id had sent it, or was about to.
    if (response !== null && asked !== null)
      return { status: 'pending', why: 'not mined yet, as far as the chain shows' }
    return asked === null
      ? { status: 'unknown', why: response?.errorReason ?? 'no transaction and no payment to look for' }
      : { status: 'not_found', why: 'no receipt' }
  }
  if (!transaction.ok) return { status: 'failed', why: 'the transaction was reverted' }
  return transaction.transfers.length > 0
    ? { status: 'settled', why: 'the transaction has a transfer' }
    : { status: 'unknown', why: 'the transaction succeeded and moved no token' }
}

const EXPIRED = new Set(['authorization_expired', 'blockhash_expired'])
const WAITING = new Set(['not_settled_yet', 'not_confirmed_yet', 'failure_is_not_final_yet'])

function isExpired({ payment, block }: Inspected): boolean | null {
  if (payment === null) return null
  if (payment.validBeforeS !== null) return block.timeS >= payment.validBeforeS
  return payment.reason === 'blockhash_expired' ? true : null
}

const same = (one: string, other: string) =>
  one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())

/** Of several transfers, the one that meets most of what was expected; the first of equals. */
function bestTransfer(transfers: readonly InspectedTransfer[], expected: Expected = {}) {
  const [best] = transfers
    .map((transfer) => ({ transfer, misses: compare(transfer, expected).mismatches.length }))
    .toSorted((one, other) => one.misses - other.misses)
  if (best === undefined) return undefined
  const { from, to, asset, raw } = best.transfer
  // Both networks' USDC has six decimals; of other tokens nothing is known here.
  return { from, to, asset, raw, amount: isUsdc(asset) ? humanAmount(raw, 6) : null }
}

const isUsdc = (asset: string) => [BASE_USDC, SOLANA_USDC].some((known) => same(known, asset))

function compare(transfer: Pick<InspectedTransfer, 'to' | 'asset' | 'raw'> | null, expected: Expected) {
  const mismatches = [
    ...(expected.pay_to !== undefined && !same(transfer?.to ?? '', expected.pay_to) ? ['pay_to'] : []),
    ...(expected.amount !== undefined && transfer?.raw !== expected.amount ? ['amount'] : []),
    ...(expected.asset !== undefined && !same(transfer?.asset ?? '', expected.asset) ? ['asset'] : []),
  ]
  return { met: mismatches.length === 0, mismatches }
}

function checksOf(
  { payment, transaction, noPayment }: Inspected,
  { transaction: asked, response }: SettlementQuestion,
  expectation: { met: boolean; mismatches: string[] } | null,
): Check[] {
  return [
    payment === null
      ? { id: 'nonce', status: 'skipped', detail: noPayment ?? 'payment was not given' }
      : { id: 'nonce', status: payment.state === 'paid' ? 'pass' : 'warn', detail: payment.reason ?? 'used, and paid' },
    transaction === null
      ? { id: 'receipt', status: asked === null ? 'skipped' : 'warn', detail: 'the chain shows no such transaction' }
      : {
          id: 'receipt',
          status: transaction.ok ? 'pass' : 'fail',
          detail: `${transaction.ok ? 'succeeded' : 'reverted'} in block ${transaction.block}, ${transaction.finality}`,
        },
    response === null
      ? { id: 'response', status: 'skipped', detail: 'payment_response was not given' }
      : {
          id: 'response',
          status: response.success === true ? 'pass' : 'warn',
          detail: `the seller said ${response.success === true ? 'success' : (response.errorReason ?? 'no success')}`,
        },
    expectation === null
      ? { id: 'expectation', status: 'skipped', detail: 'expected was not given, or there is no transfer' }
      : {
          id: 'expectation',
          status: expectation.met ? 'pass' : 'fail',
          detail: expectation.met ? 'the transfer is what was expected' : expectation.mismatches.join(', '),
        },
  ]
}

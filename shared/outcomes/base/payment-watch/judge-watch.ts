import { humanAmount } from '#shared/engines/x402/networks/amount.ts'

import type { Watch } from './watch-id.ts'

/** A transfer to the watched address. */
export type Received = { transaction: string; from: string; raw: bigint; confirmations: number; timeS: number | null }
export type WatchStatus = 'pending' | 'partial' | 'paid' | 'overpaid' | 'expired'

const POLL_S = 5
const SLOW_POLL_S = 30
const MOST_SHOWN = 100

/** What has become of a watch by what was received, in wire form. */
export function judgeWatch(watch: Watch, received: readonly Received[], decimals: number, nowS: number) {
  const counted = received.filter(
    ({ confirmations, timeS }) =>
      confirmations >= watch.minConfirmations && (timeS === null || timeS <= watch.expiresS),
  )
  const sum = counted.reduce((total, { raw }) => total + raw, 0n)
  const expected = watch.expected === null ? null : BigInt(watch.expected)
  const status = statusOf(sum, expected, nowS >= watch.expiresS)
  const both = (raw: bigint) => ({ raw: raw.toString(), amount: humanAmount(raw, decimals) })
  return {
    status,
    received: both(sum),
    expected: expected === null ? null : both(expected),
    remaining: expected === null ? null : both(sum >= expected ? 0n : expected - sum),
    payments: received.slice(-MOST_SHOWN).map(({ transaction, from, raw, confirmations, timeS }) => ({
      tx: transaction,
      from,
      ...both(raw),
      confirmations,
      counted: confirmations >= watch.minConfirmations && (timeS === null || timeS <= watch.expiresS),
      at: timeS === null ? null : new Date(timeS * 1_000).toISOString(),
    })),
    next_poll_s: status === 'pending' || status === 'partial' ? (nowS >= watch.expiresS ? SLOW_POLL_S : POLL_S) : 0,
  }
}

function statusOf(sum: bigint, expected: bigint | null, isOver: boolean): WatchStatus {
  if (sum === 0n) return isOver ? 'expired' : 'pending'
  if (expected === null || sum === expected) return 'paid'
  return sum > expected ? 'overpaid' : 'partial'
}

import { type Change } from '#shared/engines/solana/balance-changes.ts'
import type { Step } from '#shared/engines/solana/landed-transaction.ts'

/** A payment inside a transaction; an owner is null where tokens were made or burnt. */
export type Payment = {
  kind: 'sol' | 'spl'
  mint: string | null
  from: string | null
  to: string | null
  raw: bigint
  decimals: number
}

const SYSTEM = '11111111111111111111111111111111'
const TRANSFER = 2
const TRANSFER_WITH_SEED = 11
const MOST = 100

/** Who paid whom: SOL by the transfers that ran, tokens by what their owners gained and lost. */
export function listPayments(steps: readonly Step[], changes: readonly Change[]): Payment[] {
  return [...steps.flatMap(solTransfer), ...tokenPayments(changes)].slice(0, MOST)
}

function solTransfer({ program, accounts, data }: Step): Payment[] {
  if (program !== SYSTEM || data.length < 12) return []
  const kind = data.readUInt32LE(0)
  const [from, second, third] = accounts
  const to = kind === TRANSFER_WITH_SEED ? third : second
  if ((kind !== TRANSFER && kind !== TRANSFER_WITH_SEED) || from === undefined || to === undefined) return []
  return [{ kind: 'sol', mint: null, from, to, raw: data.readBigUInt64LE(4), decimals: 9 }]
}

/** Pairs losses with gains of each mint, the biggest first; what has no other side was made or burnt. */
function tokenPayments(changes: readonly Change[]): Payment[] {
  const byMint = Map.groupBy(
    changes.filter(({ mint }) => mint !== null),
    ({ mint }) => mint,
  )
  return [...byMint].flatMap(([mint, own]) => {
    const decimals = own[0]?.decimals ?? 0
    const losses = own.filter(({ raw }) => raw < 0n).map(({ owner, raw }) => ({ owner, left: -raw }))
    const gains = own
      .filter(({ raw }) => raw > 0n)
      .toReversed()
      .map(({ owner, raw }) => ({ owner, left: raw }))
    const paid: Payment[] = []
    for (let [lost, gained] = [losses.shift(), gains.shift()]; lost !== undefined || gained !== undefined;) {
      const raw =
        lost === undefined ? (gained?.left ?? 0n) : gained === undefined ? lost.left : least(lost.left, gained.left)
      paid.push({ kind: 'spl', mint, from: lost?.owner ?? null, to: gained?.owner ?? null, raw, decimals })
      if (lost !== undefined) lost.left -= raw
      if (gained !== undefined) gained.left -= raw
      if (lost?.left === 0n) lost = losses.shift()
      if (gained?.left === 0n) gained = gains.shift()
    }
    return paid
  })
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)

import { humanAmount } from '../x402/networks/amount.ts'
import { accountsOf, type LandedTransaction } from './landed-transaction.ts'

/** What an owner gained (positive) or lost of one asset; `mint` null is SOL. */
export type Change = { owner: string; mint: string | null; raw: bigint; decimals: number }

/** Net changes by owner and asset, biggest loss first. SOL of token accounts is rent and left out. */
export function balanceChanges(landed: LandedTransaction): Change[] {
  const { meta } = landed
  const accounts = accountsOf(landed)
  const [before, after] = [meta.preTokenBalances ?? [], meta.postTokenBalances ?? []]
  const isToken = new Set([...before, ...after].map(({ accountIndex }) => accountIndex))
  const sums = new Map<string, Change>()
  const add = (owner: string, mint: string | null, raw: bigint, decimals: number) => {
    const key = `${owner} ${mint ?? ''}`
    const known = sums.get(key)
    sums.set(key, { owner, mint, decimals, raw: (known?.raw ?? 0n) + raw })
  }
  for (const [sign, list] of [
    [-1n, before],
    [1n, after],
  ] as const)
    for (const { accountIndex, mint, owner, uiTokenAmount } of list)
      add(owner ?? accounts[accountIndex] ?? '', mint, sign * BigInt(uiTokenAmount.amount), uiTokenAmount.decimals)
  meta.postBalances.forEach((lamports, index) => {
    if (!isToken.has(index)) add(accounts[index] ?? '', null, lamports - (meta.preBalances[index] ?? 0n), 9)
  })
  return [...sums.values()].filter(({ raw }) => raw !== 0n).toSorted((a, b) => (a.raw < b.raw ? -1 : 1))
}

export const signedAmount = (raw: bigint, decimals: number) =>
  raw < 0n ? `-${humanAmount(-raw, decimals)}` : humanAmount(raw, decimals)

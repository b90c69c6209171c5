import type { Read402 } from './read-402.ts'

/** The cheapest way to pay in a dollar token: dollars, and micro-dollars rounded up. Null where there is none. */
export function merchantPrice(read: Read402 | null): { usd: number; micro: bigint } | null {
  const index = read?.min_price?.index
  const option = index === undefined ? undefined : read?.options?.options[index]
  if (!option?.token || option.amount === null) return null
  const unit = 10n ** BigInt(option.token.decimals)
  const micro = (BigInt(option.amount) * 1_000_000n + unit - 1n) / unit
  return { usd: Number(micro) / 1_000_000, micro }
}

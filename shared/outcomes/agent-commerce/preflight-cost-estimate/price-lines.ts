import { atomicOf } from '#shared/engines/x402/networks/amount.ts'

export type PlannedCall = { slug: string; qty?: number | undefined; price_usdc?: number | undefined }

/** One planned call with its price; money in micro-USDC. */
export type Line = {
  slug: string
  qty: number
  unit: bigint | null
  micro: bigint | null
  price_source: 'call' | 'price_table' | 'catalog' | null
  known: boolean
}

export const MICRO_PER_CENT = 10_000n
const DECIMALS = 6

/** Micro-USDC of a price in dollars, rounded up where it is finer than that. */
export function microOf(usdc: number): bigint {
  const exact = atomicOf(usdc, 18)
  const unit = 10n ** BigInt(18 - DECIMALS)
  return exact === null ? 0n : (exact + unit - 1n) / unit
}

/** Prices each planned call: its own price, then the table's, then the catalog's. */
export function priceLines(
  planned: readonly (string | PlannedCall)[],
  table: Readonly<Record<string, number>>,
  { centsOf }: { centsOf: (slug: string) => number | null },
): Line[] {
  return planned.map((call): Line => {
    const { slug, qty = 1, price_usdc } = typeof call === 'string' ? { slug: call } : call
    const listed = centsOf(slug)
    const [unit, price_source] =
      price_usdc !== undefined
        ? ([microOf(price_usdc), 'call'] as const)
        : Object.hasOwn(table, slug)
          ? ([microOf(table[slug] ?? 0), 'price_table'] as const)
          : listed === null
            ? ([null, null] as const)
            : ([BigInt(listed) * MICRO_PER_CENT, 'catalog'] as const)
    return { slug, qty, unit, micro: unit === null ? null : unit * BigInt(qty), price_source, known: unit !== null }
  })
}

/** Micro-USDC per US cent. Micro-USDC is the unit of the ledger (6 decimals, like USDC on chain). */
export const MICRO_USDC_PER_CENT = 10_000n

/** Converts whole cents to micro-USDC. */
export const microUsdcOf = (cents: number): bigint => BigInt(cents) * MICRO_USDC_PER_CENT

/** Converts micro-USDC to cents, rounded down; exact for everything priced in cents. */
export const centsOf = (microUsdc: bigint): number => Number(microUsdc / MICRO_USDC_PER_CENT)

/** Formats micro-USDC as dollars with at least two decimals: 10000n is "0.01". */
export function usdcString(microUsdc: bigint): string {
  const whole = microUsdc / 1_000_000n
  const decimals = (microUsdc % 1_000_000n)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${whole}.${decimals}`
}

import { ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { atomicOf, humanAmount, isAtomic } from '#shared/engines/x402/networks/amount.ts'
import { readOption } from '#shared/engines/x402/payment-required/option.ts'

/** US cents as an exact decimal text. */
export type Cents = { cents: string; name: string }

const DOLLARS = ['amount_usd', 'amount_usdc', 'price_usd', 'price_usdc', 'total_usdc']
const CENTS_DECIMALS = 18

/** What a receipt says was paid, in cents: told in dollars, or atomic of a dollar token. Null when it does not say. */
export function centsOf(fields: JsonObject): Cents | null {
  for (const name of DOLLARS) {
    const value = ownValue(fields, name)
    const units = typeof value === 'string' || typeof value === 'number' ? atomicOf(value, CENTS_DECIMALS) : null
    if (units !== null) return { cents: humanAmount(units * 100n, CENTS_DECIMALS), name }
  }
  const { token } = readOption(fields)
  const amount = ownValue(fields, 'amount')
  if (token?.isUsd !== true || typeof amount !== 'string' || !isAtomic(amount)) return null
  return { cents: humanAmount(BigInt(amount) * 100n, token.decimals), name: 'amount' }
}

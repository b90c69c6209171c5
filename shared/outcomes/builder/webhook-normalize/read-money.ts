import { MONEY_PLACES, THREE_DECIMAL, ZERO_DECIMAL } from './money.rules.ts'
import type { Delivery, Provider } from './provider.ts'
import { valueAt } from './value-at.ts'

export type Money = { amount_minor: number; currency: string; direction: 'in' | 'out' | 'refund' }

/** The money of an event in minor units of its currency, exactly; null when it has none that can be read so. */
export function readMoney(provider: Provider, type: string, { body }: Delivery): Money | null {
  for (const place of MONEY_PLACES[provider] ?? []) {
    if (place.types !== undefined && !place.types.includes(type)) continue
    const amount = valueAt(body, place.amount)
    const currency = valueAt(body, place.currency)
    if (typeof currency !== 'string' || currency === '' || currency.length > 64) continue
    if (typeof amount !== 'string' && typeof amount !== 'number') continue
    const code = provider === 'x402' ? currency : currency.toUpperCase()
    const minor = place.unit === 'minor' ? wholeOf(amount) : minorOf(String(amount), code)
    if (minor !== null) return { amount_minor: Math.abs(minor), currency: code, direction: directionOf(type, minor) }
  }
  return null
}

const wholeOf = (amount: string | number): number | null => {
  const value = typeof amount === 'number' || /^-?\d{1,16}$/.test(amount) ? Number(amount) : Number.NaN
  return Number.isSafeInteger(value) ? value : null
}

/** "19.90" in euro is 1990; more decimals than the currency has are an amount we do not understand. */
function minorOf(amount: string, currency: string): number | null {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,15}))?$/.exec(amount.trim())
  if (match === null) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const decimals = ZERO_DECIMAL.has(currency) ? 0 : THREE_DECIMAL.has(currency) ? 3 : 2
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  const minor = Number(`${sign}${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
  return Number.isSafeInteger(minor) ? minor : null
}

function directionOf(type: string, minor: number): Money['direction'] {
  if (type.startsWith('refund.') || type.startsWith('dispute.')) return 'refund'
  return type.startsWith('payout.') || minor < 0 ? 'out' : 'in'
}

import { Decimal } from 'decimal.js'

import { MINOR_DIGITS } from './iso-4217.rules.ts'
import type { EuroRates } from './rate-sources.ts'

/** 34 digits, as in IEEE 754 decimal128; half-even, as accountants round. */
const Exact = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_EVEN, toExpNeg: -40, toExpPos: 40 })
const SHOWN_DIGITS = 12

export type Converted = {
  /** Decimal string: as published, or twelve digits where it was computed. */
  rate: string
  /** Rounded half-even to the minor unit of the target. */
  converted: string
  /** Twelve significant digits. */
  unrounded: string
  /** `EUR` where the rate was computed from two others. */
  crossVia: 'EUR' | null
}

/** Converts with a table of euro rates. Null: the table lacks one of them. */
export function convertAmount(amount: number, from: string, to: string, table: EuroRates): Converted | null {
  const ofFrom = from === to ? '1' : table.rates.get(from)
  const ofTo = from === to ? '1' : table.rates.get(to)
  if (ofFrom === undefined || ofTo === undefined) return null
  const exact = new Exact(ofTo).div(ofFrom)
  const unrounded = exact.times(amount)
  const isPublished = ofFrom === '1'
  return {
    rate: isPublished ? new Exact(ofTo).toString() : exact.toSignificantDigits(SHOWN_DIGITS).toString(),
    converted: withoutMinusZero(unrounded.toDecimalPlaces(MINOR_DIGITS.get(to) ?? 2)).toFixed(
      MINOR_DIGITS.get(to) ?? 2,
    ),
    unrounded: withoutMinusZero(unrounded.toSignificantDigits(SHOWN_DIGITS)).toString(),
    crossVia: from !== to && from !== 'EUR' && to !== 'EUR' ? 'EUR' : null,
  }
}

const withoutMinusZero = (value: Decimal) => (value.isZero() ? new Exact(0) : value)

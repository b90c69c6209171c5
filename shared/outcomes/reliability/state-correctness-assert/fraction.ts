/** An exact number; `over` is greater than zero. */
export type Fraction = { top: bigint; over: bigint }

/** A JSON number as the decimal it is written as, so that 0.1 + 0.2 is 0.3. */
export function fractionOf(value: number): Fraction {
  const [digits = '0', power = '0'] = String(value).split('e')
  const [whole = '0', part = ''] = digits.split('.')
  const exponent = Number(power) - part.length
  const top = BigInt(whole + part)
  return exponent >= 0 ? { top: top * 10n ** BigInt(exponent), over: 1n } : { top, over: 10n ** BigInt(-exponent) }
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.over === b.over
    ? { top: a.top + b.top, over: a.over }
    : { top: a.top * b.over + b.top * a.over, over: a.over * b.over }
export const negate = (a: Fraction): Fraction => ({ top: -a.top, over: a.over })
export const multiply = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.top, over: a.over * b.over })

/** Null for a division by zero. */
export function divide(a: Fraction, b: Fraction): Fraction | null {
  if (b.top === 0n) return null
  return b.top < 0n ? { top: -a.top * b.over, over: a.over * -b.top } : { top: a.top * b.over, over: a.over * b.top }
}

/** Negative, zero or positive as `a` stands to `b`. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.top * b.over - b.top * a.over
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/** Exact sum; denominators are kept to the greatest one of decimals. */
export function sumOf(values: readonly Fraction[]): Fraction {
  const over = values.reduce((most, value) => (value.over > most ? value.over : most), 1n)
  if (!values.every((value) => over % value.over === 0n)) return values.reduce(plus, { top: 0n, over: 1n })
  return { top: values.reduce((sum, value) => sum + value.top * (over / value.over), 0n), over }
}

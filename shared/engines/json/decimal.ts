/** An exact decimal: digits x 10^exponent, digits without trailing zeros. */
type Decimal = { digits: bigint; exponent: number }

/** Reads a JSON number exactly; null when it is none, or when its exponent is beyond reason. */
function parseDecimal(text: string): Decimal | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  const all = `${whole}${fraction}`
  let end = all.length
  while (end > 0 && all[end - 1] === '0') end -= 1
  const significant = all.slice(0, end)
  const exponent = Number(power) - fraction.length + (all.length - significant.length)
  const digits = BigInt(`${sign}${significant === '' ? '0' : significant}`)
  return digits === 0n ? { digits, exponent: 0 } : { digits, exponent }
}

/**
 * Whether a JSON number becomes the same number again after a round through an IEEE double, as JSON.parse does it:
 * false for 9007199254740993, 0.12345678901234567890 and 1e400, true for 1.50 and 1e22.
 */
export function survivesDouble(text: string): boolean {
  const double = Number(text)
  // No double needs more than 17 digits, so longer texts need no arithmetic.
  if (!Number.isFinite(double) || significantDigits(text) > 17) return false
  const meant = parseDecimal(text)
  const kept = parseDecimal(String(double))
  return meant !== null && kept !== null && meant.digits === kept.digits && meant.exponent === kept.exponent
}

function significantDigits(text: string): number {
  const digits = (text.split(/[eE]/)[0] ?? '').replace(/[-.]/g, '')
  let start = 0
  let end = digits.length
  while (digits[start] === '0') start += 1
  while (end > start && digits[end - 1] === '0') end -= 1
  return end - start
}

/** Whether `value` is a multiple of `divisor`, both taken as the decimals they are written as. */
export function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  const dividend = parseDecimal(String(value))
  const unit = parseDecimal(String(divisor))
  if (dividend === null || unit === null || unit.digits === 0n) return false
  // Doubles keep exponents within 330, so these powers stay small.
  const shift = dividend.exponent - unit.exponent
  if (shift >= 0) return (dividend.digits * 10n ** BigInt(shift)) % unit.digits === 0n
  return dividend.digits % (unit.digits * 10n ** BigInt(-shift)) === 0n
}

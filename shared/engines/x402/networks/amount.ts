/** Whether a text is an atomic amount: digits without sign, point or leading zero; zero itself is valid. */
export const isAtomic = (text: string) => /^(?:0|[1-9]\d{0,77})$/.test(text)

/** An atomic amount in whole units, without trailing zeros: 20000 at 6 decimals is 0.02. */
export function humanAmount(atomic: string | bigint, decimals: number): string {
  const digits = String(atomic).padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/**
 * The atomic amount of a decimal number of units (as text or JSON number, a leading $ allowed); null when it is none, is
 * negative, or has more decimals than the token.
 */
export function atomicOf(units: string | number, decimals: number): bigint | null {
  const match = /^\$?(\d{1,40})(?:\.(\d{1,40}))?(?:e([+-]?\d{1,2}))?$/i.exec(String(units).trim())
  if (match === null) return null
  const [, whole = '', fraction = '', power = '0'] = match
  const shift = decimals - fraction.length + Number(power)
  const digits = BigInt(whole + fraction)
  if (shift >= 0) return digits * 10n ** BigInt(shift)
  const unit = 10n ** BigInt(-shift)
  return digits % unit === 0n ? digits / unit : null
}

/** US cents of an atomic amount of a dollar token, rounded up: what a caller must have at least. */
export function roundUpToCents(atomic: bigint, decimals: number): bigint {
  if (decimals < 2) return atomic * 10n ** BigInt(2 - decimals)
  const unit = 10n ** BigInt(decimals - 2)
  return (atomic + unit - 1n) / unit
}

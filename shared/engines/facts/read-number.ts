const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  t: 1e12,
  trillion: 1e12,
}
const words: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
  dozen: 12,
}

/** A number as people write it ("1,200", "1.2k", "3 million", "twelve") as plain digits; null when it is none. */
export function readNumber(text: string): string | null {
  const lower = text.trim().toLowerCase()
  const spelled = words[lower]
  if (spelled !== undefined) return String(spelled)
  const match =
    /^([+-]?)(\d{1,3}(?:[,_' ]\d{3})+|\d+)(\.\d+)?\s?(k|thousand|m|mn|million|b|bn|billion|t|trillion)?$/.exec(lower)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', scale] = match
  const value =
    Number(`${sign}${whole.replace(/[,_' ]/g, '')}${fraction}`) * (scale === undefined ? 1 : (scales[scale] ?? 1))
  // Money and counts, not physics: nine digits after the point are enough, and no exponent is wanted.
  return Number.isSafeInteger(value) ? String(value) : String(Math.round(value * 1e9) / 1e9)
}

export const numberWords: readonly string[] = Object.keys(words)

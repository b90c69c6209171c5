/** Shannon entropy of a text in bits per character; 0 for the empty text. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let bits = 0
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total)
  return Math.round(bits * 100) / 100 + 0
}

const classOf = (char: string) => (/[a-z]/.test(char) ? 'a' : /[A-Z]/.test(char) ? 'A' : /[0-9]/.test(char) ? '0' : '-')

/**
 * How often neighbouring characters are of different kinds (lower, upper, digit, mark), 0 to 1. Words and identifiers
 * change seldom, random values all the time.
 */
export function changeRate(text: string): number {
  let changes = 0
  for (let at = 1; at < text.length; at += 1) {
    if (classOf(text[at] ?? '') !== classOf(text[at - 1] ?? '')) changes += 1
  }
  return text.length < 2 ? 0 : changes / (text.length - 1)
}

/** What must come through a translation unchanged: code, tags, placeholders, addresses, numbers with their signs. */
const PROTECTED = new RegExp(
  [
    '```[\\s\\S]{0,20000}?```',
    '`[^`\\n]{1,500}`',
    '\\bhttps?://[^\\s<>"\')\\]]{2,2000}',
    '\\b[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,5}\\b',
    '</?[a-zA-Z][^<>\\n]{0,300}>',
    '\\$\\{[^{}\\n]{1,100}\\}',
    '\\{\\{[^{}\\n]{1,100}\\}\\}',
    '\\{[\\w.:,# -]{0,60}\\}',
    '%(?:\\d+\\$)?[-+0#]{0,4}\\d{0,3}(?:\\.\\d{1,2})?[sdifuxXc@]|%\\(\\w{1,60}\\)[sd]',
    '\\d(?:[\\d.,:/]{0,30}\\d)?%?',
  ].join('|'),
  'g',
)

const tokenOf = (at: number) => `⟦${at}⟧`
const TOKEN = /⟦\s{0,2}(\d{1,5})\s{0,2}⟧/g

export type Masked = { text: string; kept: string[] }

/** Takes out what must not change, leaving numbered tokens. Brackets of ours in the text become its own first. */
export function mask(text: string): Masked {
  const kept: string[] = []
  const masked = text
    .replaceAll(/⟦|⟧/g, (bracket) => (bracket === '⟦' ? '[' : ']'))
    .replaceAll(PROTECTED, (part) => {
      kept.push(part)
      return tokenOf(kept.length - 1)
    })
  return { text: masked, kept }
}

/** Puts back what was taken out; `broken` are parts that are missing, `count` is how many there were. */
export function unmask(text: string, kept: readonly string[]): { text: string; broken: string[] } {
  const seen = new Set<number>()
  const whole = text.replaceAll(TOKEN, (_, digits: string) => {
    const part = kept[Number(digits)]
    if (part === undefined) return ''
    seen.add(Number(digits))
    return part
  })
  return { text: whole, broken: kept.filter((_, at) => !seen.has(at)) }
}

/** Tokens that a translation lost, as the model knows them. */
export function lostTokens(text: string, kept: readonly string[]): string[] {
  const there = new Set([...text.matchAll(TOKEN)].map(([, digits]) => Number(digits)))
  return kept.flatMap((_, at) => (there.has(at) ? [] : [tokenOf(at)]))
}

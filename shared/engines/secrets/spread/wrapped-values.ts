import { secretRules } from '../rules.ts'
import { type RawSecret, shapedValues } from '../shaped-values.ts'

/** The beginnings by which tokens of providers are known: `ghp_`, `glpat-`, `AKIA`. */
const beginnings = [
  ...new Set(
    secretRules.flatMap(({ pattern, near }) =>
      near === undefined ? (/^[A-Za-z][A-Za-z0-9]{1,11}(?:[_-](?=[[(A-Za-z])|(?=\[))/.exec(pattern)?.[0] ?? []) : [],
    ),
  ),
  'eyJ',
]

/** The start of a token at the end of a line, and what goes on at the start of the next one. */
const broken = new RegExp(
  `(?<![A-Za-z0-9_-])((?:${beginnings.join('|')})[A-Za-z0-9_+/=.-]{2,400})(["']?[ \\t]{0,3}\\\\?\\r?\\n[ \\t>|#*+"']{0,24})([A-Za-z0-9_+/=.-]{4,400})`,
  'g',
)

const MOST = 2_000

/** Tokens that a line break, a continuation or a quotation mark of mail cuts in two; each half alone is too short. */
export function wrappedValues(text: string): RawSecret[] {
  const found: RawSecret[] = []
  let count = 0
  for (const { 0: whole, 1: head = '', 3: tail = '', index } of text.matchAll(broken)) {
    if ((count += 1) > MOST) break
    // The next line of prose is a word.
    if (/^[A-Za-z]?[a-z]+[.,:;]?$/.test(tail)) continue
    const joined = head + tail
    const secret = shapedValues(joined, joined.toLowerCase()).find(({ start, end }) => start === 0 && end > head.length)
    if (secret !== undefined && shapedValues(head, head.toLowerCase()).length === 0)
      found.push({ ...secret, start: index, end: index + whole.length - (joined.length - secret.end) })
  }
  return found
}

import { isHidden } from './hidden-characters.ts'
import type { InjectionFinding } from './scan-for-injection.ts'

/** Lighter signs stay in the text: they are mostly words of people. */
const LEAST_WEIGHT = 0.3

/** A copy of a text without invisible characters, with each flagged place replaced by the rule that flagged it. */
export function neutralize(text: string, findings: readonly InjectionFinding[]): string {
  const places = findings
    .filter(({ weight, start, end }) => weight >= LEAST_WEIGHT && end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end)
  let clean = ''
  let from = 0
  for (const { start, end, rule_id } of places) {
    if (start < from) continue
    clean += `${visible(text.slice(from, start))}[removed: ${rule_id}]`
    from = end
  }
  return clean + visible(text.slice(from))
}

/** Joiners inside emoji and between letters that need them go too: the copy is for a model, not for a page. */
const visible = (text: string) => [...text].filter((char) => !isHidden(char.codePointAt(0) ?? 0)).join('')

import { familyOf } from '../injection/injection-rule.ts'
import { type InjectionFinding, scanForInjection } from '../injection/scan-for-injection.ts'

export type InjectionFlag = { rule: string; severity: 'low' | 'medium' | 'high'; excerpt: string; hidden: boolean }

const MAX_FLAGS = 20
const AROUND = 60
/** Lighter signs are words of people far more often than orders to a model. */
const LEAST_WEIGHT = 0.35

/** Signs of prompt injection in what a reader sees and in what was hidden; hidden ones first. Once a rule and place. */
export function findInjection(visible: string, hidden: readonly string[]): InjectionFlag[] {
  const found = [...hidden.flatMap((text) => flagsIn(text, true)), ...flagsIn(visible, false)]
  const once = new Map(found.map((flag) => [`${flag.rule} ${flag.hidden} ${flag.excerpt}`, flag]))
  return [...once.values()].slice(0, MAX_FLAGS)
}

/**
 * Reports signs of injection, with one flag per family of rules. The flags never decide: an article about prompt
 * injection has the same signs.
 */
function flagsIn(text: string, isHidden: boolean): InjectionFlag[] {
  const seen = new Set<string>()
  return scanForInjection(text, { source: 'web_page', html: false }).findings.flatMap((finding) => {
    const rule = familyOf({ id: finding.rule_id })
    if (finding.weight < LEAST_WEIGHT || seen.has(rule)) return []
    seen.add(rule)
    return [{ rule, severity: severityOf(finding), excerpt: excerptAround(text, finding), hidden: isHidden }]
  })
}

const severityOf = ({ severity }: InjectionFinding): InjectionFlag['severity'] =>
  severity === 'critical' ? 'high' : severity

/** The place, with a little around it, in characters that can be seen. */
function excerptAround(text: string, { start, end }: InjectionFinding): string {
  return text
    .slice(Math.max(0, start - AROUND), Math.min(end, start + 200) + AROUND)
    .replace(/[\u{E0000}-\u{E007F}]+/gu, (run) => `[${[...run].map(untagged).join('')}]`)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
}

/** A tag character encodes the ASCII character 0xE0000 below it. */
const untagged = (char: string) => String.fromCodePoint(Math.max(0x20, (char.codePointAt(0) ?? 0) - 0xe0000))

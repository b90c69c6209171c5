import { INJECTION_SIGNS, type InjectionSign } from './injection-signs.rules.ts'

export type InjectionFlag = { rule: string; severity: InjectionSign['severity']; excerpt: string; hidden: boolean }

const MAX_FLAGS = 20
const AROUND = 60

/** Signs of prompt injection in what a reader sees and in what was hidden; hidden ones first. Once a rule and place. */
export function findInjection(visible: string, hidden: readonly string[]): InjectionFlag[] {
  const found = [...hidden.flatMap((text) => flagsIn(text, true)), ...flagsIn(visible, false)]
  const once = new Map(found.map((flag) => [`${flag.rule} ${flag.hidden} ${flag.excerpt}`, flag]))
  return [...once.values()].slice(0, MAX_FLAGS)
}

function flagsIn(text: string, hidden: boolean): InjectionFlag[] {
  const plain = text.normalize('NFKC')
  const seen = new Set<string>()
  return INJECTION_SIGNS.flatMap(({ rule, severity, pattern }) => {
    // Compatibility forms hide words; normalising drops nothing that a rule looks for.
    const match = pattern.exec(plain)
    if (match === null || seen.has(rule)) return []
    seen.add(rule)
    return [{ rule, severity, excerpt: excerptAround(plain, match.index, match[0].length), hidden }]
  })
}

/** The place, with a little around it, in characters that can be seen. */
function excerptAround(text: string, at: number, length: number): string {
  return text
    .slice(Math.max(0, at - AROUND), at + Math.min(length, 200) + AROUND)
    .replace(/[\u{E0000}-\u{E007F}]+/gu, (run) => `[${[...run].map(untagged).join('')}]`)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}

/** A tag character stands for the ASCII character 0xE0000 below it. */
const untagged = (char: string) => String.fromCodePoint(Math.max(0x20, (char.codePointAt(0) ?? 0) - 0xe0000))

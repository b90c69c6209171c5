import { contextDiscount, fencesIn } from './context-discount.ts'
import type { Folded } from './fold-text.ts'
import type { InjectionRule, InjectionSource } from './injection-rule.ts'
import { expandPattern, injectionRules } from './rules.ts'

/** One place where a rule matched; places are indices of the text that was sent. */
export type Match = {
  rule: Pick<InjectionRule, 'id' | 'category' | 'language'>
  weight: number
  start: number
  end: number
  /** The matched text, folded. */
  normalized: string
  layer: string
  /** What stands around it made it lighter: it is reported, denied or quoted rather than said. */
  isLightened?: boolean
}

/** One reading of the text: as it is, decoded, or what HTML shows. */
export type Layer = {
  name: string
  folded: Folded
  /** From the layer's source to the text that was sent. */
  place: (index: number) => number
  /** End of the source text for an index; the next place by default. Decoded text ends where its encoding ends. */
  placeEnd?: (index: number) => number
  /** Only matches that are not in the literal text count, e.g. in leetspeak. */
  counts?: (start: number, end: number) => boolean
  /** The text is invisible to people, so its matches have double weight. */
  isHidden: boolean
}

export type MatchOptions = { source: InjectionSource; isDiscussion: boolean; isSecurityWork: boolean }

/** Matches of one rule in one reading. An order hides behind harmless ones like it, so a few would not do. */
const MAX_PER_RULE = 2_000

type Compiled = { rule: InjectionRule; pattern: RegExp; unless: RegExp | null }
let compiled: readonly Compiled[] | null = null

/** Compiled on first use. The patterns use only the syntax that RE2 and this engine share. */
const rules = () =>
  (compiled ??= injectionRules.map((rule) => ({
    rule,
    pattern: new RegExp(expandPattern(rule.pattern), 'g'),
    unless: rule.unless === undefined ? null : new RegExp(expandPattern(rule.unless)),
  })))

/** The end, in the sent text, of what is at an index of a layer's folded text. */
export function endIn({ folded, place, placeEnd }: Layer, index: number): number {
  const at = folded.at(index)
  return placeEnd === undefined ? place(at) + 1 : placeEnd(at)
}

/** Languages with letters of their own, without which none of their rules can match. */
const letters: readonly (readonly [language: string, letter: RegExp])[] = [
  ['ru', /[\u0400-\u04ff]/],
  ['zh', /[\u3400-\u9fff]/],
  ['ja', /[\u3040-\u30ff\u3400-\u9fff]/],
  ['ko', /[\u1100-\u11ff\uac00-\ud7af]/],
  ['ar', /[\u0600-\u06ff]/],
  ['hi', /[\u0900-\u097f]/],
  ['bn', /[\u0980-\u09ff]/],
  ['th', /[\u0e00-\u0e7f]/],
]

const missingIn = (text: string): ReadonlySet<string> =>
  new Set(letters.flatMap(([language, letter]) => (letter.test(text) ? [] : [language])))

/** Finds every match of every rule that applies to the source, with its weight reduced by its context. */
export function matchLayer(layer: Layer, options: MatchOptions): Match[] {
  const found: Match[] = []
  const { text } = layer.folded
  const fences = fencesIn(text)
  const missing = missingIn(text)
  for (const { rule, pattern, unless } of rules()) {
    if (rule.only !== undefined && !rule.only.includes(options.source)) continue
    if (missing.has(rule.language)) continue
    pattern.lastIndex = 0
    for (let taken = 0; taken < MAX_PER_RULE;) {
      const hit = pattern.exec(text)
      if (hit === null) break
      const start = hit.index + leadIn(hit[0])
      const end = hit.index + hit[0].length
      if (pattern.lastIndex === hit.index) pattern.lastIndex += 1
      if (unless?.test(text.slice(start, end + 24)) === true) continue
      if (layer.counts !== undefined && !layer.counts(start, end)) continue
      taken += 1
      const { factor } = contextDiscount(
        text,
        { start, end },
        { ...options, literal: rule.literal === true, isPersona: rule.category === 'jailbreak', fences },
      )
      const isOdd = layer.folded.isOdd(start, end)
      found.push({
        rule,
        weight: Math.min(1, rule.weight * factor * (layer.isHidden || isOdd ? 2 : 1)),
        start: layer.place(layer.folded.at(start)),
        end: endIn(layer, end - 1),
        normalized: text.slice(start, Math.min(end, start + 160)),
        layer: isOdd && layer.name === 'raw' ? 'unicode_folded' : layer.name,
        isLightened: factor < 1,
      })
    }
  }
  return found
}

/** Patterns take in the mark before the words; what is shown starts with the words. */
const leadIn = (hit: string) => /^[\s.!?;:,"'`()[\]{}<>*#|/~=+_-]*(?=[^\s])/.exec(hit)?.[0].length ?? 0

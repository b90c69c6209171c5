import { orderWords, type OrderWords } from '../rules/languages.rules.ts'
import { sentenceRules } from '../rules/sentence.rules.ts'
import { report } from '../scan.ts'
import type { Scan } from '../scan.ts'
import type { OrderLanguage } from './language-of.ts'

type Compiled = Record<Exclude<keyof OrderWords, 'little'>, RegExp>

/** Chinese and Japanese part no words, so there a word is looked for anywhere; Korean and Japanese glue endings to it. */
const compile = (language: OrderLanguage): Compiled => {
  const words = orderWords[language]
  const isGlued = language === 'zh' || language === 'ja' || language === 'ko'
  const whole = (pattern: string) => new RegExp(isGlued ? `(?:${pattern})` : `(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'u')
  return {
    destroy: whole(words.destroy),
    stop: whole(words.stop),
    pay: whole(words.pay),
    everything: whole(words.everything),
    store: whole(words.store),
    not: whole(words.not),
    asks: isGlued ? whole(words.asks) : new RegExp(`^(?:¿|\\s|["'«„])*(?:${words.asks})(?!\\p{L})`, 'u'),
    harmless: whole(words.harmless),
  }
}
const compiled = new Map<OrderLanguage, Compiled>()
const wordsOf = (language: OrderLanguage) => {
  const known = compiled.get(language) ?? compile(language)
  compiled.set(language, known)
  return known
}

/**
 * Judges a folded clause in another language than English by the verbs and objects in it, wherever they stand. Returns
 * whether it was understood: an order whose verb is not known may be about anything.
 */
export function assessForeign(
  scan: Scan,
  language: OrderLanguage,
  clause: { folded: string; shown: string },
  segment: number,
): boolean {
  const words = wordsOf(language)
  const asks = words.asks.test(clause.folded)
  let isUnderstood = asks
  // What is forbidden or excepted ends at a comma.
  for (const part of clause.folded.split(/[,،、，:：]/)) {
    const verb = words.destroy.test(part)
      ? 'destroy'
      : words.pay.test(part)
        ? 'pay'
        : words.stop.test(part)
          ? 'stop'
          : null
    if (verb === null) {
      isUnderstood ||= words.harmless.test(part)
      continue
    }
    isUnderstood = true
    if (asks || words.not.test(part)) continue
    // Objects may stand in front of the comma: "all customers, delete them".
    const [isAll, isStore] = [words.everything.test(clause.folded), words.store.test(clause.folded)]
    if (verb === 'pay') {
      if (isStore || /\d/.test(clause.folded))
        report(scan, isAll ? sentenceRules.refundAll : sentenceRules.pay, segment, clause.shown)
    } else if (verb === 'stop') {
      if (isStore) report(scan, isAll ? sentenceRules.destroyMany : sentenceRules.destroy, segment, clause.shown)
    } else {
      const rule =
        isAll && isStore
          ? sentenceRules.destroyAll
          : isAll || isStore
            ? sentenceRules.destroyMany
            : sentenceRules.destroy
      report(scan, rule, segment, clause.shown)
    }
  }
  return isUnderstood
}

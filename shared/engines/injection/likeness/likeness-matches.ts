import type { InjectionSource } from '../injection-rule.ts'
import { contextDiscount } from '../context-discount.ts'
import { injectionThresholds } from '../decide-injection.ts'
import { endIn, type Layer, type Match } from '../match-layer.ts'
import { type Likeness, likenessesIn } from './likeness.ts'
import { orderSigns } from './order-signs.rules.ts'
import { likenessWeights, type Weights } from './weights.ts'

/** What the rules alone found: their score, the matches they counted, and whether the text is about injections. */
export type ByRules = { score: number; counted: readonly Match[]; source: InjectionSource; isDiscussion: boolean }

/** Beside rules that ask for a review, beside a weaker rule, and beside no more than a sign of an order. */
const beside = { review: 0.65, rule: 0.4, sign: 0.45 }

/** Where no rule matched, a sentence or two tell too little: letters answer questions and give instructions, too. */
const LEAST_TOKENS = 16
/** Rules of less weight match what people ask of each other, too: beside them the words must be very much alike. */
const WEAK = 0.25
/** How far before or after the words a sign of a rule may be. */
const NEAR = 300

const rule = { id: 'likeness.known-injections', category: 'resemblance', language: 'any' } as const

let compiled: RegExp | null = null
const sign = () => (compiled ??= new RegExp(orderSigns.map((one) => `(?:${one})`).join('|')))

/**
 * Compares the words of a text with those of known injections, by a linear model. It never decides alone: words that are
 * alike count only beside a rule that matched near them, or, if they are very much alike, beside a sign of an order.
 * Each match is a sentence, and its words are the phrases that say why. What the rules block by themselves is not compared.
 */
export function likenessMatches(
  layers: readonly Layer[],
  byRules: ByRules,
  weights: Weights = likenessWeights(),
): Match[] {
  const rules = byRules.counted.filter(({ isLightened }) => isLightened !== true)
  const mentions = byRules.counted.filter(({ isLightened }) => isLightened === true)
  const { review, block } = injectionThresholds[byRules.source]
  if (byRules.score >= block) return []
  const hasReview = byRules.score >= review
  // A user may give orders in whatever words.
  if (byRules.source === 'user' && !hasReview) return []
  // Without a rule, only what is very much alike can count, and in a text about injections the words prove nothing.
  if (rules.length === 0 && byRules.isDiscussion) return []
  const least = rules.length === 0 ? weights.sure : weights.likely
  for (const layer of layers) {
    if (layer.name !== 'raw' && layer.name !== 'html_visible') continue
    const { text } = layer.folded
    const spanOf = (part: { start: number; end: number }) => ({
      from: layer.place(layer.folded.at(part.start)),
      to: endIn(layer, Math.max(part.start, part.end - 1)),
    })
    const isNear = (span: { from: number; to: number }) => (one: Match) =>
      one.start < span.to + NEAR && one.end > span.from - NEAR
    const hasRuleAt = (margin: number, near: (one: Match) => boolean) =>
      rules.some((one) => near(one) && (one.weight >= WEAK || margin >= weights.high))
    const alike = likenessesIn(text, weights, least, (part) => {
      const near = isNear(spanOf(part))
      const counts = (!byRules.isDiscussion && part.margin >= weights.sure) || hasRuleAt(part.margin, near)
      // Who writes about orders uses their words.
      return counts && (hasReview || !mentions.some(near))
    })
    for (const { margin, start, end, tokens, phrases } of alike) {
      const hasRule = hasRuleAt(margin, isNear(spanOf({ start, end })))
      const isOrder =
        !byRules.isDiscussion &&
        margin >= weights.sure &&
        tokens >= LEAST_TOKENS &&
        sign().test(text.slice(start, end)) &&
        !phrases.some((phrase) => isMention(text, phrase))
      const weight = Math.max(hasRule ? (hasReview ? beside.review : beside.rule) : 0, isOrder ? beside.sign : 0)
      if (weight === 0) continue
      return sentencesOf(text, phrases).map((sentence) => ({
        rule,
        weight,
        start: layer.place(layer.folded.at(sentence.start)),
        end: endIn(layer, sentence.end - 1),
        normalized: sentence.words,
        layer: layer.name,
      }))
    }
  }
  return []
}

/** Whether the words before a phrase make it something that is reported or warned of. */
const isMention = (text: string, phrase: { start: number; end: number }) =>
  contextDiscount(text, phrase, {
    isDiscussion: false,
    isSecurityWork: false,
    literal: false,
    isPersona: false,
    fences: [],
  }).factor < 1

/** How far a sentence reaches from a phrase at most. */
const REACH = 200

/** The sentences that the phrases are in, each once, with its phrases. */
function sentencesOf(text: string, phrases: Likeness['phrases']): { start: number; end: number; words: string }[] {
  const found = new Map<number, { start: number; end: number; words: string }>()
  for (const phrase of phrases) {
    const before = text.slice(Math.max(0, phrase.start - REACH), phrase.start)
    const after = text.slice(phrase.end, phrase.end + REACH)
    const start = phrase.start - (/[^.!?\n]*$/.exec(before)?.[0].trimStart().length ?? 0)
    const stop = /[.!?](?= |$)|\n/.exec(after)
    const end = phrase.end + (stop === null ? after.length : stop.index)
    const words = text.slice(phrase.start, phrase.end)
    const known = found.get(start)
    if (known === undefined) found.set(start, { start, end, words })
    else found.set(start, { start, end: Math.max(end, known.end), words: `${known.words}, ${words}` })
  }
  return [...found.values()]
}

import { findInjection, type InjectionFlag } from '../page/find-injection.ts'
import { countTokens } from '../page/count-tokens.ts'

export type ForeignText = {
  text: string
  /** UTF-16 index in the text that was sent where it was cut; null when it is whole. */
  cutAt: number | null
  flags: InjectionFlag[]
}

/** Other tokenizers make more of the same text; measured on ours, cut a little earlier. */
const MARGIN = 0.85

/**
 * Prepares untrusted texts for a model: each is cut to its share of the tokens (null: not cut) and scanned for
 * instructions. Short texts leave their share to longer ones.
 */
export function readForeign({
  texts,
  maxTokens,
}: {
  texts: readonly string[]
  maxTokens: number | null
}): ForeignText[] {
  const shares =
    maxTokens === null ? texts.map(() => Number.POSITIVE_INFINITY) : sharesOf(texts, Math.floor(maxTokens * MARGIN))
  return texts.map((sent, at) => {
    const { text, cutAt } = fitText(sent, shares[at] ?? 0)
    return { text, cutAt, flags: findInjection(text, []) }
  })
}

function sharesOf(texts: readonly string[], room: number): number[] {
  const needs = texts.map((text) => (text.length / 8 > room ? Number.POSITIVE_INFINITY : countTokens(text)))
  const shares = needs.map(() => 0)
  let left = room
  const byNeed = needs.map((need, at) => ({ need, at })).toSorted((a, b) => a.need - b.need)
  for (const [done, { need, at }] of byNeed.entries()) {
    const share = Math.min(need, Math.floor(left / (byNeed.length - done)))
    shares[at] = share
    left -= share
  }
  return shares
}

/** The beginning of a text that has at most so many tokens, cut at white space where there is some near. */
export function fitText(text: string, tokens: number): { text: string; cutAt: number | null } {
  if (text.length <= tokens || (text.length / 8 <= tokens && countTokens(text) <= tokens)) return { text, cutAt: null }
  // At first as many characters as tokens of the shortest kind of prose would have, then less as counted.
  let end = Math.min(text.length, tokens * 6)
  for (let round = 0; round < 8; round += 1) {
    const count = countTokens(text.slice(0, end))
    if (count <= tokens) break
    end = Math.max(0, Math.floor(end * (tokens / count) * 0.99) - 1)
  }
  const space = Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end))
  const cut = space > end * 0.9 ? space : end
  return { text: text.slice(0, cut).toWellFormed(), cutAt: cut }
}

import { clausesOf } from '../goal/clauses.ts'
import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { areExclusive, type Candidate } from './choose-intents.ts'
import { likenessOfPart, mentionsIn } from './follow-on.ts'
import type { Part } from './part-evidence.ts'
import { ORDERED } from './weights.ts'

/**
 * Adds the writes that a goal orders though no phrase asks for them: those that the goal, or the part of it that is most
 * like them, is more like than anything else. Another form of the same wish gives way to one that the goal is less like.
 */
export function withOrderedWrites(
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  known: Known,
  tools: ReadonlyMap<string, Tool>,
  isOrdered: (slug: string) => boolean,
): Candidate[] {
  const writes = candidates.filter(
    (one) =>
      one.writes &&
      one.isOffered &&
      isOrdered(one.intent.slug) &&
      !chosen.some(({ intent }) => intent.slug === one.intent.slug),
  )
  if (writes.length === 0) return [...chosen]
  const most = Math.max(...candidates.map(({ likeness }) => likeness))
  const parts = clausesOf(known.read.text).map((part) => ({ part, like: likenessOfPart(part, known, tools) }))
  let all = [...chosen]
  for (const write of writes) {
    const { slug } = write.intent
    const isLikest = (likeness: number, best: number) => likeness >= ORDERED.floor && likeness >= ORDERED.share * best
    const part: Part | undefined = isLikest(write.likeness, most)
      ? { start: 0, end: known.read.text.length }
      : parts.find(({ like }) => isLikest(like.find(([other]) => other === slug)?.[1] ?? 0, like[0]?.[1] ?? 0))?.part
    const isSaid = write.phrase.weight > 0 && write.score >= ORDERED.said
    const others = all.filter((other) => other.isOffered && areExclusive(other.intent.slug, slug))
    if (part === undefined && (!isSaid || others.length === 0)) continue
    const isMore = (other: Candidate) => (isSaid ? other.score > write.score : other.likeness > write.likeness)
    if (others.some((other) => other.writes || isMore(other))) continue
    const on = write.on.length > 0 || part === undefined ? write.on : mentionsIn(part, known)
    all = [
      ...all.filter((other) => !others.includes(other)),
      { ...write, on, score: Math.max(write.score, ORDERED.score) },
    ]
  }
  return all
}

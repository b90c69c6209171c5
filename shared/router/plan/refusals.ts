import { clausesOf } from '../goal/clauses.ts'
import { nearnessToNone } from '../intents/likeness.ts'
import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import type { Candidate } from './choose-intents.ts'
import type { Part } from './part-evidence.ts'
import { INSTEAD, SHAPE, UNOFFERED } from './weights.ts'

/**
 * Whether a goal as a whole, and each of its parts, is nearer to what people ask for that no outcome does than to any
 * outcome. A wish that a phrase asks for has to be further from it.
 */
export function isBeyondAll([first]: readonly Candidate[], known: Known, tools: ReadonlyMap<string, Tool>): boolean {
  if (first?.isOffered !== true) return false
  const floor = first.phrase.weight > 0 ? UNOFFERED.said : UNOFFERED.unsaid
  return (
    nearnessToNone(tools, known) >= floor &&
    clausesOf(known.read.text).every((part) => nearnessToNone(tools, known, part) >= UNOFFERED.part)
  )
}

/** The parts of a goal that are nearer to what no outcome does than to any outcome, and in which no chosen wish stands. */
export const beyondAll = (chosen: readonly Candidate[], known: Known, tools: ReadonlyMap<string, Tool>): Part[] =>
  clausesOf(known.read.text).filter(
    (part) =>
      !chosen.some(({ on }) => on.some(({ start, end }) => start < part.end && end > part.start)) &&
      nearnessToNone(tools, known, part) >= UNOFFERED.said,
  )

/**
 * What a goal asks for where its inputs are missing and the one wish that was chosen instead has all of its own: the outcome
 * that the goal is more like, clearly so where a phrase asks for the chosen one.
 */
export function lackingInstead(chosen: readonly Candidate[], candidates: readonly Candidate[]): Candidate | undefined {
  const [only] = chosen
  if (only === undefined || chosen.length > 1 || !only.isOffered || only.writes || only.shape >= SHAPE.floor)
    return undefined
  const [likest] = candidates
    .filter(({ isOffered, writes }) => isOffered && !writes)
    .toSorted((a, b) => b.likeness - a.likeness)
  const factor = only.phrase.weight > 0 ? INSTEAD.said : INSTEAD.unsaid
  return likest !== undefined && likest.missing.length > 0 && likest.likeness >= factor * only.likeness
    ? likest
    : undefined
}

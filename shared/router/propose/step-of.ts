import { isDeepStrictEqual } from 'node:util'

import { intents } from '../intents/phrases.ts'
import { bind } from '../plan/bind.ts'
import { type Draft, isText, Reference, referencesOf } from '../plan/draft.ts'
import { settle } from '../plan/fan-out.ts'
import type { Tool } from '../tool.ts'
import { isJsonField } from '../values/json-fields.ts'
import type { Known } from '../values/known.ts'
import type { Proposal, Refused } from './proposal.ts'
import { type Ground, valueOf } from './value-of.ts'

type Proposed = Proposal['steps'][number]

/** A step of a plan, and the steps that have to stand before it, because they make what it takes. */
export type MadeStep = { step: Draft; carriers: readonly Draft[] }

/**
 * Makes a step of what a model proposes for it: its inputs where they hold, and what it left out by our own rules, as the
 * planner binds it. `proposed` are the steps that the model proposed before, `before` all that stand before in the plan.
 */
export function stepOf(
  { inputs: proposedInputs }: Proposed,
  tool: Tool,
  { proposed, before }: { proposed: readonly Draft[]; before: readonly Draft[] },
  ground: Ground,
  tools: ReadonlyMap<string, Tool>,
): MadeStep | { refused: Refused } {
  const { known } = ground
  const own = bind(tool, known, before, tools, new Map())
  const inputs: Record<string, unknown> = {}
  for (const input of proposedInputs) {
    const type = Object.hasOwn(tool.takes, input.field) ? tool.takes[input.field] : undefined
    if (type === undefined) return { refused: 'unknown_field' }
    const read = valueOf(input, tool, type, proposed, ground)
    if (read === 'left') continue
    if ('refused' in read) return read
    if (tool.writes && !mayWrite(read.value, type, own.inputs[input.field])) return { refused: 'write_not_ordered' }
    inputs[input.field] = read.value
  }
  const hasEither = tool.either.some((field) => inputs[field] !== undefined)
  const carriers = new Set<Draft>()
  for (const [field, value] of Object.entries(own.inputs)) {
    if (Object.hasOwn(inputs, field) || (hasEither && tool.either.includes(field))) continue
    const made = referencesOf(value).flatMap(({ step }) => (before.includes(step) ? [] : [step]))
    if (made.length > 0 && !tool.required.includes(field) && !tool.either.includes(field)) continue
    inputs[field] = value
    if (made.length > 0) for (const step of own.before) carriers.add(step)
  }
  const isMissing = (field: string) => inputs[field] === undefined
  if (tool.required.some(isMissing) || (tool.either.length > 0 && tool.either.every(isMissing)))
    return { refused: 'input_missing' }
  if (settle(tool, inputs, known).length > 0 || isRefused(tool, inputs, known)) return { refused: 'refused_input' }
  const stage = intents().find(({ slug }) => slug === tool.slug)?.stage ?? 0
  const step = {
    tool,
    stage,
    inputs,
    isAsked: true,
    score: CONFIDENCE,
    reason: 'A text model proposes it for the goal',
  }
  return { step, carriers: [...carriers] }
}

/** How sure a plan is that a model proposed and our rules do not know. It is not measured. */
export const CONFIDENCE = 0.6

/**
 * Whether an outcome that writes may be given a value: what our own rules give it, or, as the text that it writes, what goal,
 * input or an earlier step hold. Where it writes, what it takes away and whom it names, the goal says by our rules alone.
 */
const mayWrite = (value: unknown, type: string, own: unknown) => isText(type) || isSame(value, own)

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Reference && b instanceof Reference) return a.step === b.step && a.path === b.path
  return isDeepStrictEqual(a, b)
}

/** Whether the outcome refuses inputs that are all known, also as a whole. */
function isRefused(tool: Tool, inputs: Readonly<Record<string, unknown>>, { input: { json, text } }: Known): boolean {
  if (referencesOf(inputs).length > 0) return false
  const filled = Object.entries(inputs).map(([field, value]) => [
    field,
    value === '$input' ? (json !== undefined && isJsonField(tool, field) ? json : text) : value,
  ])
  return tool.refused(Object.fromEntries(filled)).length > 0
}

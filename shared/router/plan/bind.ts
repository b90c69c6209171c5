import { z } from 'zod'

import type { Tool } from '../tool.ts'
import { OPTION_TYPES } from '../values/options.ts'
import type { Known } from '../values/known.ts'
import { readingOf } from '../shapes/read-by-shape.ts'
import { bridge } from './bridge.ts'
import { shortInput } from '../values/short-input.ts'
import { type Bound, type Draft, type Provided, Reference } from './draft.ts'
import { saidOf } from '../said/say-field.ts'
import { fromSteps, provide, textPath } from './provide.ts'

/**
 * Fills the inputs of an outcome: from members of a JSON input of the same name, from steps before it, from typed values
 * of goal and input, from what the goal says, and, for what is required, through an outcome that makes it of a value
 * at hand. `only` takes, of several values of a type, the one that a fan-out gives this step.
 */
export function bind(
  tool: Tool,
  known: Known,
  before: readonly Draft[],
  tools: ReadonlyMap<string, Tool>,
  only: ReadonlyMap<string, unknown>,
  depth = 0,
): Bound {
  const inputs: Record<string, unknown> = {}
  const added: Draft[] = []
  const { values } = readingOf(tool, known.input, tools)
  // Where a field takes the input as a whole, a member of it is an input of its own only if that may have its value.
  const isWhole = Object.values(values).includes('$input')
  for (const field of tool.fields) {
    const own = Object.hasOwn(known.input.members, field) ? known.input.members[field] : undefined
    const member = values[field] ?? (isWhole && isRefused(tool, field, own) ? undefined : own)
    if (member !== undefined) inputs[field] = member
  }
  const hasEither = () => tool.either.some((field) => inputs[field] !== undefined)
  // A text or a value with a form of its own is surer than any JSON.
  const either = tool.either.toSorted((a, b) => Number(tool.takes[a] === 'json') - Number(tool.takes[b] === 'json'))
  const order = [...either, ...Object.keys(tool.takes).filter((field) => !tool.either.includes(field))]
  const missing: string[] = []
  for (const isBridged of [false, true]) {
    for (const field of order) {
      const type = tool.takes[field]
      if (type === undefined || inputs[field] !== undefined) continue
      const isEither = tool.either.includes(field)
      const isRequired = tool.required.includes(field) || (isEither && !hasEither())
      if (only.has(type)) {
        inputs[field] = only.get(type)
        continue
      }
      if (isEither && !isRequired) continue
      const isContent = type === 'note-content' && tool.writes
      if (!isRequired && !isContent && (isBridged || !mayGuess(type))) continue
      const wanted = { type, field, known, before: [...before, ...added], tools, isRequired, tool, depth }
      const from = (one: typeof wanted) =>
        isBridged ? bridge(one, (carrier) => bind(carrier, known, before, tools, new Map(), depth + 1)) : provide(one)
      const said = isBridged ? saidOf(tool, field, known) : undefined
      const found =
        (said === undefined ? null : { value: said, before: [] }) ??
        from(wanted) ??
        (takesOneText(tool, type) ? inList(from({ ...wanted, type: 'text' })) : null)
      if (found === null || isTwice(found.value, inputs)) continue
      added.push(...found.before)
      inputs[field] = found.value
    }
  }
  for (const field of tool.fields) {
    if (inputs[field] !== undefined || (tool.either.includes(field) && hasEither())) continue
    const said = saidOf(tool, field, known)
    if (said !== undefined) inputs[field] = said
  }
  if (tool.slug === 'workspace-write' && (inputs['op'] === 'delete' || inputs['op'] === 'move'))
    delete inputs['content']
  if (tool.slug === 'workspace-write' && inputs['op'] === 'move' && inputs['to'] === undefined) missing.push('to')
  if (tool.slug === 'action-receipt') Object.assign(inputs, receiptOf(inputs, before, known))
  const absent = tool.required.filter((field) => inputs[field] === undefined)
  const [lone] = absent
  if (lone !== undefined && absent.length === 1) {
    const line = shortInput(known, tool.takes[lone] ?? '', inputs)
    if (line !== undefined) inputs[lone] = line
  }
  missing.push(...tool.required.filter((field) => inputs[field] === undefined))
  if (tool.either.length > 0 && !hasEither()) missing.push(...tool.either)
  return { inputs, before: added, missing }
}

/** A receipt is for what the step before gave, if the goal names nothing else: its digest, or what it is made of. */
function receiptOf(
  inputs: Readonly<Record<string, unknown>>,
  before: readonly Draft[],
  known: Known,
): Record<string, unknown> {
  if (inputs['payload'] !== undefined || inputs['payload_digest'] !== undefined) return {}
  const digest = fromSteps('sha256', before, known)
  if (digest !== null) return { payload_digest: digest.value }
  const step = before.at(-1)
  const path = step === undefined ? undefined : (textPath(step.tool, true) ?? Object.keys(step.tool.gives)[0])
  return step === undefined || path === undefined ? {} : { payload: new Reference(step, path) }
}

const isRefused = (tool: Tool, field: string, value: unknown) => {
  const schema = tool.schemaOf(field)
  return schema !== undefined && !z.core.safeParse(schema, value).success
}

/** Whether the input as a whole is another field already: one text is not two. */
const isTwice = (value: unknown, inputs: Readonly<Record<string, unknown>>) =>
  value === '$input' && Object.values(inputs).includes('$input')

/** Whether one text will do where a field takes several. */
const takesOneText = ({ slug }: Tool, type: string) => type === 'text[]' && slug === 'embed-text'
const inList = (found: Provided | null) => (found === null ? null : { ...found, value: [found.value] })

/** Whether a field that is not required may be filled from the goal's words. */
const mayGuess = (type: string) =>
  (OPTION_TYPES.has(type) && type !== 'name') ||
  type === 'source-language' ||
  type === 'source-timezone' ||
  type === 'competitor[]' ||
  type === 'coin' ||
  type === 'token-address' ||
  type === 'transfer-from' ||
  type === 'transfer-to' ||
  type === 'quote-currency' ||
  type === 'workspace-id'

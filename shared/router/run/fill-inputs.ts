import { type PlanStep, replaceReferences, referencesIn, type StepReference } from '../plan/plan.ts'
import { isText } from '../plan/draft.ts'
import { readInput } from '../values/read-input.ts'
import { isJsonField } from '../values/json-fields.ts'
import type { Tool } from '../tool.ts'
import { hostOf } from './fit-host.ts'

/** A reference to something that an earlier step did not give. */
export class NothingThere extends Error {
  override name = 'NothingThere'
}

/** Returns what the step of a number answered. */
type ResultOf = (step: number) => unknown

/**
 * Returns a step's inputs with its references replaced by what earlier steps answered, and `$input` by the input. A
 * reference that is the whole value takes the value as it is; one within a text is written into it. Throws NothingThere.
 */
export function fillInputs(
  { inputs }: Pick<PlanStep, 'inputs'>,
  tool: Tool,
  input: string,
  resultOf: ResultOf,
): Record<string, unknown> {
  const { json } = readInput(input)
  const fill = (value: unknown, field: string): unknown => {
    if (value === '$input') return json !== undefined && isJsonField(tool, field) ? json : input
    if (typeof value === 'string') return fillText(value, tool.takes[field] ?? 'json', resultOf)
    if (Array.isArray(value)) return value.map((item) => fill(item, field))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member, field)]))
    return value
  }
  return Object.fromEntries(Object.entries(inputs).map(([field, value]) => [field, fill(value, field)]))
}

function fillText(text: string, type: string, resultOf: ResultOf): unknown {
  const [whole] = referencesIn(text)
  if (whole?.text === text) {
    const value = valueAt(whole, resultOf)
    if (type === 'domain' && typeof value === 'string') return hostOf(value)
    return isText(type) ? textOf(value) : value
  }
  return replaceReferences(text, (reference) => textOf(valueAt(reference, resultOf)))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Follows a path into a result: names of members, places in a list, and -1 for the last of a list. */
function valueAt({ step, path, text }: StepReference, resultOf: ResultOf): unknown {
  let value = resultOf(step)
  for (const part of path === '' ? [] : path.split('.')) {
    if (Array.isArray(value)) value = value.at(Number(part))
    else value = Object.hasOwn(Object(value), part) ? Reflect.get(Object(value), part) : undefined
  }
  if (value === undefined || value === null || value === '')
    throw new NothingThere(`Step ${step} gave nothing at ${text}.`)
  return value
}

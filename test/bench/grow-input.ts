import type { Outcome } from '#shared/outcomes/define.ts'

import { GROWERS } from './grown-inputs.ts'

/** About what an input is grown to, in bytes of JSON. */
export const LARGE_BYTES = 100_000
const STEPS = 4

/**
 * An input of about 100 KB that the outcome takes: by its own rule where there is one, else its example with its main field
 * (the one that can hold most) filled by repetition. Null where no field can hold that much: then how much one can.
 */
export function growInput(outcome: Outcome): { body: Record<string, unknown>; bytes: number } | null {
  const grow = GROWERS[outcome.slug]
  const candidates =
    grow === undefined
      ? Object.keys(outcome.input.shape).flatMap((name) => grownBodies(outcome, name))
      : [grow(LARGE_BYTES, outcome.example.input)]
  const taken = candidates
    .filter((body) => isTaken(outcome, body))
    .map((body) => ({ body, bytes: JSON.stringify(body).length }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const least = JSON.stringify(outcome.example.input).length * 2
  const [best] = taken
  return best === undefined || best.bytes < Math.min(least, 1_000) ? null : best
}

/** The example with one field repeated to the size that is wanted, and to halves of it, as limits are unknown. */
function grownBodies(outcome: Outcome, name: string): Record<string, unknown>[] {
  const { input } = outcome.example
  const value = input[name]
  return Array.from({ length: STEPS }, (_, step) => LARGE_BYTES / 4 ** step).flatMap((bytes) => {
    const grown = repeated(value, bytes)
    return grown === undefined ? [] : [{ ...input, [name]: grown }]
  })
}

function repeated(value: unknown, bytes: number): unknown {
  if (typeof value === 'string' && value !== '')
    return `${value} `.repeat(Math.ceil(bytes / (value.length + 1))).slice(0, bytes)
  if (Array.isArray(value) && value.length > 0) {
    const size = JSON.stringify(value).length
    const times = Math.max(2, Math.ceil(bytes / size))
    return Array.from({ length: times }, (_, round) => value.map((item: unknown) => renamed(item, round))).flat()
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return grownObject({ ...value }, bytes)
  return undefined
}

/** An object whose first list is repeated, or, where it has none, with members that nobody knows. */
function grownObject(value: Record<string, unknown>, bytes: number): Record<string, unknown> {
  const list = Object.keys(value).find((key) => Array.isArray(value[key]) && value[key].length > 0)
  if (list !== undefined) return { ...value, [list]: repeated(value[list], bytes) }
  const more = Array.from({ length: Math.ceil(bytes / 100) }, (_, at) => [
    `extra_${at}`,
    'a value that nobody asked for '.repeat(2),
  ])
  return { ...value, ...Object.fromEntries(more) }
}

const ID = /^(?:id|.*_id|name|key|slug)$/

/** Items that are told apart by an id or a name keep being told apart. */
function renamed(item: unknown, round: number): unknown {
  if (round === 0 || typeof item !== 'object' || item === null || Array.isArray(item)) return item
  return Object.fromEntries(
    Object.entries(item).map(([key, member]: [string, unknown]) => [
      key,
      typeof member === 'string' && ID.test(key) ? `${member}-${round}` : member,
    ]),
  )
}

function isTaken(outcome: Outcome, body: Record<string, unknown>): boolean {
  const parsed = outcome.input.safeParse(body)
  if (!parsed.success || JSON.stringify(body).length > outcome.maxBodyBytes) return false
  try {
    outcome.check?.(parsed.data)
    return true
  } catch {
    // What its rules refuse is no input to measure.
    return false
  }
}

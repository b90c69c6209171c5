import type { FieldType } from '#shared/outcomes/semantic-types.ts'

import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'

/** A step while a plan is made. */
export type Draft = {
  tool: Tool
  stage: number
  inputs: Record<string, unknown>
  /** Whether the goal asks for it, or it is there for what it gives. */
  isAsked: boolean
  score: number
  reason: string
}

export type Bound = { inputs: Record<string, unknown>; before: Draft[]; missing: string[] }

export type Provided = { value: unknown; before: Draft[] }

export type Wanted = {
  type: FieldType
  field: string
  known: Known
  /** The steps that stand before, in order; a reference names one by its place. */
  before: readonly Draft[]
  tools: ReadonlyMap<string, Tool>
  isRequired: boolean
  tool: Tool
  /** How many carriers deep the outcome stands for which it is wanted. */
  depth: number
}

/** Stands in a draft for the step that it names, until the steps have their numbers. */
export const reference = (step: Draft, path: string) => `\u0001${path}\u0002`.replace('\u0001', `\u0001${idOf(step)}:`)

const ids = new WeakMap<Draft, number>()
let next = 0
export function idOf(step: Draft): number {
  const id = ids.get(step) ?? next++
  ids.set(step, id)
  return id
}

const TEXTS = new Set(['text', 'markdown', 'note-content', 'post-text', 'skill-markdown', 'json-text'])
export const isText = (type: string) => TEXTS.has(type)

/** Matches a reference in a draft: the id of the step, and the path. */
// oxlint-disable-next-line no-control-regex -- control characters cannot stand in what a caller sends as a goal's value.
export const REFERENCE = /\u0001(\d+):([^\u0002]*)\u0002/g

/** Whether a value holds a reference to another step. */
export const refersOn = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\u0001')
    : typeof value === 'object' && value !== null && Object.values(value).some(refersOn)

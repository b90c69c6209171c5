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

/**
 * Stands in a draft for what another step gives, until the steps have their numbers. It is an object, so that no text of
 * goal or input can be taken for one.
 */
export class Reference {
  readonly step: Draft
  readonly path: string

  constructor(step: Draft, path: string) {
    this.step = step
    this.path = path
  }
}

/** A text of which parts are what other steps give. */
export class JoinedText {
  readonly parts: readonly (string | Reference)[]

  constructor(parts: readonly (string | Reference)[]) {
    this.parts = parts
  }
}

const TEXTS = new Set(['text', 'markdown', 'note-content', 'post-text', 'skill-markdown', 'json-text'])
export const isText = (type: string) => TEXTS.has(type)

/** Types of data that are written as a text, so that a text may hold them. */
const WRITTEN = new Set(['csv', 'broken-json', 'mime-message'])
export const isWritten = (type: string) => WRITTEN.has(type)

/** The references that a value holds. */
export function referencesOf(value: unknown): Reference[] {
  if (value instanceof Reference) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesOf) : []
}

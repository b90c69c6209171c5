/** What is asked of the planner. */
export type Asked = {
  goal: string
  input: string
  /** 1 to 8. */
  maxSteps: number
  /** The most that the list prices of the steps may add up to. */
  maxCents: number
  now: Date
}

/** One step of a plan. Inputs hold values, `$input`, or references such as `$2.result.final_url`, whole or in a text. */
export type PlanStep = {
  n: number
  slug: string
  /** One sentence: why the step is there. */
  why: string
  inputs: Readonly<Record<string, unknown>>
  price_cents: number
  /** Outcomes that give the same kind of answer, tried when the step fails twice. */
  alternatives: readonly string[]
}

export type Plan = {
  steps: readonly PlanStep[]
  cents: number
  confidence: number
  unmet: readonly string[]
  /** What planned it; our own rules unless said. */
  plannedBy?: PlannedBy
}

/** A text model proposes plans where one is configured (shared/router/propose/). */
export type PlannedBy = 'rules' | 'model'

export type NoPlan = {
  /** `unread`: the goal has no words, or is in a language the router does not read. */
  reason: 'nothing_fits' | 'input_missing' | 'over_limit' | 'unread' | 'not_offered'
  missing: readonly { slug: string; field: string }[]
  nearest: readonly { slug: string; title: string; cents: number }[]
  detail: string
}

export type Planned = { plan: Plan } | { none: NoPlan }

/** What looks like a reference: it is one after a single `$`. In data each `$` before it is doubled. */
const REFERENCE = /(\$+)(\d)\.result(?:\.([\w-]+(?:\.[\w-]+)*))?/g

/** A place in the result of an earlier step: `$2.result.final_url` names step 2 and the path `final_url`. */
export type StepReference = { step: number; path: string; text: string }

/** Returns the references that a value of a step's inputs holds. */
export function referencesIn(value: unknown): StepReference[] {
  if (typeof value === 'string')
    return [...value.matchAll(REFERENCE)].flatMap(([text, marks, step, path = '']) =>
      marks === '$' ? [{ step: Number(step), path, text }] : [],
    )
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesIn) : []
}

/** Writes data so that nothing of it is read as a reference. */
export const escapeReferences = (text: string): string =>
  text.replaceAll(REFERENCE, (found, marks: string) => marks + found)

/** Replaces the references of a text, and undoes `escapeReferences` in the rest of it. */
export const replaceReferences = (text: string, replaced: (reference: StepReference) => string): string =>
  text.replaceAll(REFERENCE, (found, marks: string, step: string, path = '') =>
    marks === '$' ? replaced({ step: Number(step), path, text: found }) : found.slice(marks.length / 2),
  )

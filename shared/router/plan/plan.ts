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

export type Plan = { steps: readonly PlanStep[]; cents: number; confidence: number; unmet: readonly string[] }

export type NoPlan = {
  /** `unread`: the goal has no words, or is in a language the router does not read. */
  reason: 'nothing_fits' | 'input_missing' | 'over_limit' | 'unread' | 'not_offered'
  missing: readonly { slug: string; field: string }[]
  nearest: readonly { slug: string; title: string; cents: number }[]
  detail: string
}

export type Planned = { plan: Plan } | { none: NoPlan }

/** Returns the steps that a value of a step's inputs refers to. */
export function referencesIn(value: unknown): { step: number; path: string; text: string }[] {
  if (typeof value === 'string')
    return [...value.matchAll(/\$(\d)\.result(?:\.([\w-]+(?:\.[\w-]+)*))?/g)].map((match) => ({
      step: Number(match[1]),
      path: match[2] ?? '',
      text: match[0],
    }))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesIn) : []
}

import { escapeReferences, type PlanStep, referencesIn } from './plan.ts'
import { type Draft, JoinedText, Reference } from './draft.ts'
import { INSTEAD } from './families.rules.ts'

/** Numbers the drafts and writes their references. Throws when a step refers to one that does not stand before it. */
export function writeSteps(drafts: readonly Draft[]): PlanStep[] {
  const places = new Map(drafts.map((draft, index) => [draft, index + 1]))
  const steps = drafts.map((draft, index): PlanStep => {
    const inputs = write(draft.inputs, places) as Record<string, unknown>
    const sources = [...new Set(referencesIn(inputs).map(({ step }) => `step ${step}`))]
    return {
      n: index + 1,
      slug: draft.tool.slug,
      why: `${draft.reason}${sources.length === 0 ? '' : `; it takes what ${sources.join(' and ')} found`}.`,
      inputs,
      price_cents: draft.tool.cents,
      alternatives: INSTEAD[draft.tool.slug] ?? [],
    }
  })
  for (const { n, inputs } of steps)
    for (const { step } of referencesIn(inputs)) if (step >= n) throw new Error(`step ${n} refers to step ${step}`)
  return steps
}

function write(value: unknown, places: ReadonlyMap<Draft, number>): unknown {
  if (value instanceof Reference) return `$${places.get(value.step) ?? 0}.result.${value.path}`
  if (value instanceof JoinedText) return value.parts.map((part) => write(part, places)).join('')
  if (typeof value === 'string') return escapeReferences(value)
  if (Array.isArray(value)) return value.map((item) => write(item, places))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, write(member, places)]))
  return value
}

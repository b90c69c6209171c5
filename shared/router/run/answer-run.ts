import { type Plan, referencesIn } from '../plan/plan.ts'
import type { Tool } from '../tool.ts'
import type { RunStep } from './run-plan.ts'
import { writeReport } from './write-report.ts'

/**
 * The answer of a run of which at least one step succeeded: what it found, what it did not, and what it costs, which is
 * the list prices of the steps that succeeded and at most `mostCents`.
 */
export function answerRun(
  plan: Plan,
  steps: readonly RunStep[],
  tools: ReadonlyMap<string, Tool>,
  mostCents: number,
): Record<string, unknown> {
  const succeeded = steps.filter(({ status }) => status === 'ok')
  const taken = new Set(
    plan.steps
      .filter(({ n }) => succeeded.some((step) => step.n === n))
      .flatMap(({ inputs }) => referencesIn(inputs).map(({ step }) => step)),
  )
  const ends = succeeded.filter(({ n }) => !taken.has(n))
  const listCents = succeeded.reduce((sum, { price_cents }) => sum + price_cents, 0)
  const unmet = [
    ...plan.unmet,
    ...steps.filter(({ status }) => status !== 'ok').map(({ n, slug, error }) => `step ${n}, ${slug}: ${error ?? ''}`),
  ]
  return {
    plan: plan.steps,
    planned_by: plan.plannedBy ?? 'rules',
    steps: steps.map(({ n, slug, status, took_ms, result_digest, error }) => ({
      n,
      slug,
      status,
      took_ms,
      result_digest,
      error,
    })),
    result: ends.length === 1 ? ends[0]?.result : ends.map(({ n: step, slug, result }) => ({ step, slug, result })),
    answer_markdown: writeReport({ steps: plan.steps, unmet: plan.unmet }, steps, ends, tools),
    confidence: Math.round((100 * plan.confidence * succeeded.length) / steps.length) / 100,
    cost: { charged_cents: Math.min(mostCents, listCents), list_price_cents: listCents },
    unmet,
    sources: succeeded.flatMap(({ n: step, result }) => sourcesOf(result).map((source) => ({ step, ...source }))),
  }
}

/** Where a result says it comes from: its `source`, or the `url` of a page that was read. */
function sourcesOf(result: unknown): { name: string | null; url: string | null }[] {
  const textAt = (value: unknown, name: string): string | null => {
    const member: unknown = Reflect.get(Object(value), name)
    return typeof member === 'string' && member !== '' ? member : null
  }
  const source: unknown = Reflect.get(Object(result), 'source')
  const [name, url] =
    typeof source === 'object' && source !== null
      ? [textAt(source, 'name'), textAt(source, 'url')]
      : [null, textAt(result, 'final_url') ?? textAt(result, 'url')]
  return name === null && url === null ? [] : [{ name, url }]
}

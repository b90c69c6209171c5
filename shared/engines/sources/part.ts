import { Refusal } from '#shared/errors.ts'
import type { TriedSource, UpstreamAnswer, UpstreamQuestion, UpstreamsDoor } from '#shared/doors/upstreams.ts'

/** Source of one part of an answer, in wire names. */
export type SourceLine = {
  name: string
  url: string | null
  fetched_at: string
  cached: boolean
  cache_age_s: number
  stale: boolean
}

/** One part of an answer that may be missing; JSON, so that it can be the stored end of a workflow step. */
export type Part<Value> = {
  value: Value | null
  source: SourceLine | null
  /** Why there is no value, such as `rate_limited`; null when there is a value, or when "not found" was the answer. */
  problem: string | null
}

export type Asking = { upstreams: UpstreamsDoor; signal: AbortSignal }

export const lineOf = (answer: Omit<UpstreamAnswer<unknown>, 'value'>): SourceLine => ({
  name: answer.source,
  url: answer.sourceUrl,
  fetched_at: answer.retrievedAt,
  cached: answer.cached,
  cache_age_s: answer.ageS,
  stale: answer.stale,
})

/**
 * Asks for an optional part; a null answer means "not found". Only a refusal of the sources becomes a problem; a fault
 * is thrown.
 */
export async function askPart<Value>(
  { upstreams, signal }: Asking,
  questions: UpstreamQuestion<Value> | readonly UpstreamQuestion<Value>[],
  withinMs = 7_000,
): Promise<Part<NonNullable<Value>>> {
  try {
    const answer = await upstreams.ask(questions, { signal, withinMs })
    return { value: answer.value ?? null, source: lineOf(answer), problem: null }
  } catch (error) {
    if (error instanceof Refusal) return { value: null, source: null, problem: problemOf(error) }
    // The caller has stopped waiting, which is not a fault.
    if (signal.aborted) return { value: null, source: null, problem: 'timeout' }
    throw error
  }
}

/** The problem in one word: that of the first source if sources were tried, else the refusal's code. */
export function problemOf({ code, detail }: Refusal): string {
  // Safe: what the upstreams door puts there.
  const tried = detail.extra?.['tried'] as readonly TriedSource[] | undefined
  return tried?.[0]?.problem ?? code
}

/** Words for a problem, as `unknowns` says it. */
export const sayProblem = (problem: string): string => problem.replaceAll('_', ' ')

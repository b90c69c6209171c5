import { Refusal } from '#shared/errors.ts'
import type { TriedSource, UpstreamAnswer, UpstreamQuestion, UpstreamsDoor } from '#shared/doors/upstreams.ts'

/** Where one part of an answer came from, in wire names. */
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
  /** Why there is no value, such as `rate_limited`; null where there is one, or where "there is none" was the answer. */
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
 * Asks for a part that the rest can do without; a null answer is "there is none". Only a refusal of the sources becomes a
 * problem, a fault is thrown.
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
    // Whoever asks has stopped waiting; that is no fault of anybody's.
    if (signal.aborted) return { value: null, source: null, problem: 'timeout' }
    throw error
  }
}

/** What a refusal says in one word: the first source's problem where sources were tried, else its code. */
export function problemOf({ code, detail }: Refusal): string {
  // Safe: what the upstreams door puts there.
  const tried = detail.extra?.['tried'] as readonly TriedSource[] | undefined
  return tried?.[0]?.problem ?? code
}

/** Words for a problem, as `unknowns` says it. */
export const sayProblem = (problem: string): string => problem.replaceAll('_', ' ')

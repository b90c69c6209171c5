import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import type { UpstreamId } from '#shared/upstreams/registry.ts'

/** A request with a well-known answer, to check that an upstream still answers as its reader expects. */
export type UpstreamProbe = {
  upstream: UpstreamId
  /** Reads what is wrong with the answer, or null. Never cached. */
  question: UpstreamQuestion<string | null>
}

/**
 * Builds a probe from a question of the outcomes. `wrong` checks the value and returns a sentence, or null; the
 * sentence must not contain parts of the answer that may be long or secret.
 */
export function probe<Value>(question: UpstreamQuestion<Value>, wrong: (value: Value) => string | null): UpstreamProbe {
  return {
    upstream: question.upstream,
    question: { ...question, ttlS: 0, read: (reply) => wrong(question.read(reply)) },
  }
}

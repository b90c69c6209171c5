import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import type { UpstreamId } from '#shared/upstreams/registry.ts'

/** One question whose answer everybody knows, asked to see whether an upstream still answers as its reader expects. */
export type UpstreamProbe = {
  upstream: UpstreamId
  /** Its value says what is wrong with the answer; null where nothing is. Never taken from a cache. */
  question: UpstreamQuestion<string | null>
}

/**
 * A probe: the question as the outcomes ask it, with their own reader, and what has to be true of the value (a sentence
 * when it is not, without anything of the answer that could be long or a secret).
 */
export function probe<Value>(question: UpstreamQuestion<Value>, wrong: (value: Value) => string | null): UpstreamProbe {
  return {
    upstream: question.upstream,
    question: { ...question, ttlS: 0, read: (reply) => wrong(question.read(reply)) },
  }
}

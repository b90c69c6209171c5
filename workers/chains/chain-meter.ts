import { Counter, Histogram, type Registry } from 'prom-client'

import type { ReadableChain } from '#shared/chains/readable-chains.ts'
import type { NodeProblem } from '#shared/doors/chains.ts'

/** Metrics of chain reads. `refusal` is an error answer of the chain itself. */
export type ChainMeter = {
  asked: (chain: ReadableChain, result: 'ok' | 'refusal' | NodeProblem) => void
  /** Latency of an answered request, in milliseconds. */
  took: (chain: ReadableChain, ms: number) => void
}

export const silentChainMeter: ChainMeter = { asked: () => {}, took: () => {} }

/** Counts chain reads for /metrics of a worker. Both labels have fixed values. */
export function chainMeter(registry: Registry): ChainMeter {
  const questions = new Counter({
    name: 'farebox_chain_questions_total',
    help: 'Questions to nodes of public chains, by chain and how they ended.',
    labelNames: ['chain', 'result'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'farebox_chain_question_seconds',
    help: 'Time of questions that a node answered.',
    labelNames: ['chain'],
    buckets: [0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return {
    asked: (chain, result) => questions.inc({ chain, result }),
    took: (chain, ms) => durations.observe({ chain }, ms / 1_000),
  }
}

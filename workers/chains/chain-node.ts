import type { z } from 'zod'

import type { Money } from '#shared/chains/genesis.ts'
import type { ReadableChain } from '#shared/chains/readable-chains.ts'
import type { Log } from '#shared/log.ts'
import { noTracer, type Tracer } from '#shared/tracing/tracer.ts'
import { ChainRefusal } from '#shared/doors/chains.ts'
import { CircuitBreaker } from '#shared/lib/concurrency/circuit-breaker.ts'

import { UPSTREAM_BREAKER } from '../egress/upstream-breaker.ts'
import type { AskNode } from './ask-node.ts'
import type { ChainMeter } from './chain-meter.ts'
import { NodeError } from './read-rpc-answer.ts'
import { vetNode } from './vet-node.ts'

export type NodeDeps = {
  money: Money
  log: Log
  meter: ChainMeter
  tracer?: Tracer
  ask: AskNode
  /** Timeout of one request, in milliseconds. */
  askMs: number
}

export type Question<Result> = { method: string; params: readonly unknown[]; schema: z.ZodType<Result> }

/**
 * One node of one chain. Its chain is verified before the first request. A node of another chain is never used; a node
 * that keeps failing is not used for a while (circuit breaker).
 */
export class ChainNode {
  readonly host: string
  readonly #url: URL
  readonly #chain: ReadableChain
  readonly #deps: NodeDeps
  readonly #breaker = new CircuitBreaker(UPSTREAM_BREAKER)
  #vetted: Promise<void> | null = null
  #isWrong = false

  constructor(chain: ReadableChain, url: string, deps: NodeDeps) {
    this.#chain = chain
    this.#url = new URL(url)
    this.host = this.#url.host
    this.#deps = deps
  }

  /**
   * Sends a request, and reports the result to the breaker and the metrics. Throws NodeError, ChainRefusal, or the
   * signal's reason.
   */
  async ask<Result>(
    question: Question<Result>,
    limits: { timeoutMs: number; signal: AbortSignal },
  ): Promise<{ result: Result; tookMs: number }> {
    const { tracer = noTracer } = this.#deps
    return tracer.within(`chain ${this.#chain}`, {}, () => this.#ask(question, limits), { kind: 'client' })
  }

  async #ask<Result>(
    { schema, ...question }: Question<Result>,
    limits: { timeoutMs: number; signal: AbortSignal },
  ): Promise<{ result: Result; tookMs: number }> {
    if (this.#isWrong) throw new NodeError('wrong_chain', 'it serves another chain')
    if (this.#breaker.enter() > 0) throw new NodeError('cooling_down', 'it failed too often')
    const { ask, meter } = this.#deps
    const began = performance.now()
    try {
      await (this.#vetted ??= this.#vet())
      const read = schema.safeParse(await ask(this.#url, question, limits))
      if (!read.success)
        throw new NodeError('bad_response', `it answered ${question.method} in another shape`, read.error)
      const tookMs = performance.now() - began
      this.#breaker.report('up')
      meter.asked(this.#chain, 'ok')
      meter.took(this.#chain, tookMs)
      return { result: read.data, tookMs }
    } catch (error) {
      this.#failed(error)
      throw error
    }
  }

  /** Verifies the node's chain. A verdict is final for this process; a failed attempt is repeated. */
  async #vet(): Promise<void> {
    const { ask, askMs, money, log } = this.#deps
    // Not the first caller's signal: others wait for the same result.
    const limits = { timeoutMs: askMs, signal: new AbortController().signal }
    try {
      await vetNode(this.#chain, money, (method, params) => ask(this.#url, { method, params }, limits))
    } catch (error) {
      this.#isWrong = error instanceof NodeError && error.problem === 'wrong_chain'
      if (!this.#isWrong) this.#vetted = null
      else log.error({ chain: this.#chain, host: this.host, err: error }, 'an RPC is of the wrong chain; never asked')
      // Refusing to identify itself is the node's fault, not the chain's.
      throw error instanceof ChainRefusal ? new NodeError('refused', error.said) : error
    }
  }

  #failed(error: unknown): void {
    if (error instanceof ChainRefusal) {
      this.#breaker.report('up')
      this.#deps.meter.asked(this.#chain, 'refusal')
      return
    }
    if (!(error instanceof NodeError)) {
      this.#breaker.report('unknown')
      return
    }
    // A single rejected request must not take the node away from all callers.
    this.#breaker.report(error.problem === 'refused' || error.problem === 'lagging' ? 'up' : 'down')
    this.#deps.meter.asked(this.#chain, error.problem)
  }
}

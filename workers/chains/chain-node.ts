import type { z } from 'zod'

import type { Money } from '#shared/chains/genesis.ts'
import type { ReadableChain } from '#shared/chains/readable-chains.ts'
import type { Log } from '#shared/log.ts'
import { ChainRefusal } from '#shared/doors/chains.ts'

import { Breaker } from '../egress/breaker.ts'
import type { AskNode } from './ask-node.ts'
import type { ChainMeter } from './chain-meter.ts'
import { NodeError } from './read-rpc-answer.ts'
import { vetNode } from './vet-node.ts'

export type NodeDeps = {
  money: Money
  log: Log
  meter: ChainMeter
  ask: AskNode
  /** Milliseconds for one question. */
  askMs: number
}

export type Question<Result> = { method: string; params: readonly unknown[]; schema: z.ZodType<Result> }

/**
 * One node of one chain. It is asked nothing before it has shown which chain it serves, nothing at all when that is
 * another one, and nothing for a while when it keeps failing.
 */
export class ChainNode {
  readonly host: string
  readonly #url: URL
  readonly #chain: ReadableChain
  readonly #deps: NodeDeps
  readonly #breaker = new Breaker()
  #vetted: Promise<void> | null = null
  #isWrong = false

  constructor(chain: ReadableChain, url: string, deps: NodeDeps) {
    this.#chain = chain
    this.#url = new URL(url)
    this.host = this.#url.host
    this.#deps = deps
  }

  /** Asks, and tells breaker and metrics how it went. Throws NodeError, ChainRefusal, or the reason of the signal. */
  async ask<Result>(
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

  /** What a node says of itself holds as long as this process; that it says nothing does not. */
  async #vet(): Promise<void> {
    const { ask, askMs, money, log } = this.#deps
    // Not by the signal of whoever asks first: others wait for the same answer.
    const limits = { timeoutMs: askMs, signal: new AbortController().signal }
    try {
      await vetNode(this.#chain, money, (method, params) => ask(this.#url, { method, params }, limits))
    } catch (error) {
      this.#isWrong = error instanceof NodeError && error.problem === 'wrong_chain'
      if (!this.#isWrong) this.#vetted = null
      else log.error({ chain: this.#chain, host: this.host, err: error }, 'an RPC is of the wrong chain; never asked')
      // That a chain refuses to say what it is, is the node's fault.
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
    // One odd question must not take a node away from everybody.
    this.#breaker.report(error.problem === 'refused' || error.problem === 'lagging' ? 'up' : 'down')
    this.#deps.meter.asked(this.#chain, error.problem)
  }
}

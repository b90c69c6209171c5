import type { z } from 'zod'

import type { ReadableChain } from '#shared/chains/readable-chains.ts'
import { Refusal } from '#shared/errors.ts'

/** What can go wrong with one node. It is told to the caller in `tried` and counted in the metrics. */
export type NodeProblem =
  | 'timeout'
  | 'unreachable'
  | 'rate_limited'
  | 'server_error'
  /** It answered, but not with what was asked for: HTML, no JSON, another shape, the answer to another question. */
  | 'bad_response'
  | 'too_large'
  /** It understood and does not answer such questions: no archive, a method it lacks, a plan that is too small. */
  | 'refused'
  /** It answers for a block long past. */
  | 'lagging'
  /** It serves another chain than it should; it is never asked anything. */
  | 'wrong_chain'
  /** It failed so often of late that it is left alone for a while. */
  | 'cooling_down'
  | 'not_configured'

/**
 * The chain itself says no, and every node would: the call reverts, or one question asks for too much of it. Where an
 * outcome does not expect one, it ends the call like a chain that does not answer: uncharged.
 */
export class ChainRefusal extends Refusal {
  readonly kind: 'reverted' | 'too_much'
  /** The node's own words, at most 200 characters. */
  readonly said: string
  /** Return data of a call that reverts, `0x…`; null where the node gave none. */
  readonly data: string | null
  /** For `too_much`, how many blocks the node allows in one question, where it says so. */
  readonly most: number | null

  constructor(kind: ChainRefusal['kind'], message: string, more: { data?: string | null; most?: number | null } = {}) {
    super('upstream_unavailable', 'The chain refuses what was asked of it; nothing was charged.', {
      detail: message,
      extra: { reason: kind },
    })
    this.kind = kind
    this.said = message
    this.data = more.data ?? null
    this.most = more.most ?? null
  }
}

export type TriedNode = { source: string; problem: NodeProblem }

/** One outcome's reading of one chain. It stays with the node that answered first, for as long as that one answers. */
export type ChainReader = {
  /**
   * Asks the chain; the result has the shape of `schema`, else the next node is asked. `isCurrent` says whether a result
   * is of now: one that is not is taken only when no other node has a better one. Throws ChainRefusal, and
   * `Refusal('upstream_unavailable')` (502, uncharged) with `tried` when no node answers.
   */
  ask: <Result>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Result>,
    isCurrent?: (result: Result) => boolean,
  ) => Promise<Result>
  /** Who answered last (host only, never a path that may hold a key), how long it took in milliseconds, and when. */
  answeredBy: () => { provider: string; latencyMs: number; retrievedAt: Date; tried: readonly TriedNode[] }
  /** Whether the chain's own time is that of the world: a play chain makes blocks only when there is something in them. */
  keepsTime: boolean
}

/** Reads of public chains. No key is behind it, and nothing can be sent through it. */
export type ChainsDoor = {
  /** `withinMs` bounds all questions of this reader together, default 7,000: keep it below the outcome's `timeoutMs`. */
  open: (chain: ReadableChain, options: { signal: AbortSignal; withinMs?: number }) => ChainReader
}

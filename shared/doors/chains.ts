import type { z } from 'zod'

import type { ReadableChain } from '#shared/chains/readable-chains.ts'
import { Refusal } from '#shared/errors.ts'

/** Why a node did not answer. Reported to the caller in `tried`, and counted in the metrics. */
export type NodeProblem =
  | 'timeout'
  | 'unreachable'
  | 'rate_limited'
  | 'server_error'
  /** The answer was not the expected one: HTML, not JSON, another shape, the answer to another question. */
  | 'bad_response'
  | 'too_large'
  /** The node does not answer such questions: no archive, an unsupported method, an insufficient plan. */
  | 'refused'
  /** The node's newest block is long past. */
  | 'lagging'
  /** The node serves another chain than configured; it is never used. */
  | 'wrong_chain'
  /** The node failed repeatedly and is skipped for a while. */
  | 'cooling_down'
  | 'not_configured'

/**
 * The chain itself refuses, and every node would: the call reverts, or the question exceeds a limit. If the outcome
 * does not handle it, it ends the call uncharged, like a chain that does not answer.
 */
export class ChainRefusal extends Refusal {
  readonly kind: 'reverted' | 'too_much'
  /** The node's error message, at most 200 characters. */
  readonly said: string
  /** Return data of a call that reverts, `0x…`; null when the node gave none. */
  readonly data: string | null
  /** For `too_much`: the number of blocks the node allows per question, if it says so; else null. */
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

/** Reads one chain for one outcome. It stays with the first node that answers, as long as that node answers. */
export type ChainReader = {
  /**
   * Sends a JSON-RPC request. If the result does not match `schema`, the next node is tried. `isCurrent` says whether a
   * result is up to date; an outdated one is used only when no other node has a better one. Throws ChainRefusal, and
   * `Refusal('upstream_unavailable')` (502, uncharged) with `tried` when no node answers.
   */
  ask: <Result>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Result>,
    isCurrent?: (result: Result) => boolean,
  ) => Promise<Result>
  /**
   * The node that answered last (host only: a path may contain a key), its latency in milliseconds, and the time of its
   * answer.
   */
  answeredBy: () => { provider: string; latencyMs: number; retrievedAt: Date; tried: readonly TriedNode[] }
  /** Whether block times follow real time. A playground chain only makes blocks when there are transactions. */
  keepsTime: boolean
}

/** Reads public chains. It has no keys and cannot send transactions. */
export type ChainsDoor = {
  /** `withinMs` limits all requests of this reader together, default 7,000. Keep it below the outcome's `timeoutMs`. */
  open: (chain: ReadableChain, options: { signal: AbortSignal; withinMs?: number }) => ChainReader
}

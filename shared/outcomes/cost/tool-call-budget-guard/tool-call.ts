import { inputDigest } from '#shared/engines/guard/input-digest.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'

export type SentCall = {
  tool: string
  args?: unknown
  args_digest?: string | undefined
  ts?: string | number | undefined
  cost_usd?: number | undefined
  est_cost_usd?: number | undefined
  ok?: boolean | undefined
  result_digest?: string | undefined
}

export type ToolCall = {
  /** Position in `calls`; the planned call stands after the last. */
  index: number
  tool: string
  /** Tool and arguments: equal for equal calls. A call without arguments equals any other of its tool without. */
  key: string
  args: unknown
  /** Unix milliseconds. */
  at: number | null
  /** Whole billionths of a dollar, so that sums are exact. */
  nanoUsd: number
  isCostKnown: boolean
  ok: boolean | undefined
  result: string | undefined
}

/** A call as the detectors read it. */
export function toolCall(sent: SentCall, index: number): ToolCall {
  const { tool, args, args_digest, ts, ok, result_digest } = sent
  const cost = sent.cost_usd ?? sent.est_cost_usd
  const digest =
    args_digest === undefined ? inputDigest(args ?? null) : args_digest.toLowerCase().replace(/^sha256[:-]/, '')
  return {
    index,
    tool,
    key: JSON.stringify([tool, digest]),
    args,
    at: ts === undefined ? null : instantOf(ts),
    nanoUsd: Math.round((cost ?? 0) * 1e9),
    isCostKnown: cost !== undefined,
    ok,
    result: result_digest,
  }
}

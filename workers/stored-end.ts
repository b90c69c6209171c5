import type { Sealer } from '#shared/calls/seal.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'

import { agentLabel } from './agent-label.ts'
import type { CallEnd } from './run-end.ts'

/** The end of a run as it is stored: with its label and steps, what it costs, and the secrets of its answer sealed. */
export function storedEnd(
  { entry, sealer, callId }: { entry: CatalogEntry; sealer: Sealer; callId: string },
  end: CallEnd,
  { input, lines }: { input: Record<string, unknown> | string; lines: readonly unknown[] | null },
): CallEnd {
  const agentId = typeof input === 'string' ? (end.agentId ?? null) : agentLabel(entry.outcome, input)
  const { answerSecrets, costOf } = entry.outcome
  if ('result' in end && costOf !== null) {
    const chargedMicroUsdc = microUsdcOf(costOf(JSON.parse(end.result)))
    return { ...end, agentId, chargedMicroUsdc, steps: lines === null ? null : JSON.stringify(lines) }
  }
  if ('result' in end && answerSecrets.length > 0) {
    // Safe: the answer of an outcome is a JSON object.
    const answer = JSON.parse(end.result) as Record<string, unknown>
    const result = sealer.seal(callId, answerSecrets, end.result, answer)
    return { result, agentId, ...(lines === null ? {} : { steps: JSON.stringify(lines) }) }
  }
  return lines === null ? { ...end, agentId } : { ...end, agentId, steps: JSON.stringify(lines) }
}

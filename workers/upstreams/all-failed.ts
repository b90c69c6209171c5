import { Refusal } from '#shared/errors.ts'
import type { UpstreamProblem } from '#shared/doors/upstreams.ts'
import type { SourceId } from '#shared/upstreams/registry.ts'

export type FailedSource<Source extends SourceId = SourceId> = {
  source: Source
  problem: UpstreamProblem
  retryAfterMs: number | undefined
}

const USUAL_WAIT_S = 5
/** Retry-After when nothing is configured: settings need a restart. */
const UNTIL_CONFIGURED_S = 3_600

/** The refusal when no source answered: which were tried, why each failed, and when to retry. Uncharged. */
export function allFailed(failed: readonly FailedSource[]): Refusal {
  const waits = failed.flatMap(({ retryAfterMs }) => (retryAfterMs === undefined ? [] : [retryAfterMs / 1_000]))
  const isLacking = failed.every(({ problem }) => problem === 'not_configured')
  const usualS = isLacking ? UNTIL_CONFIGURED_S : USUAL_WAIT_S
  const retryAfterS = Math.max(1, Math.ceil(waits.length === 0 ? usualS : Math.min(...waits)))
  const reasons = failed.map(({ source, problem }) => `${source}: ${problem}`).join(', ')
  return new Refusal('upstream_unavailable', `No source answered (${reasons}); nothing was charged.`, {
    retryAfterS,
    fix: {
      action: isLacking
        ? 'Its operator has configured none of the sources for this; use another outcome, or tell the operator.'
        : `Send the call again in ${retryAfterS} s or later.`,
    },
    extra: { tried: failed.map(({ source, problem }) => ({ source, problem })) },
  })
}

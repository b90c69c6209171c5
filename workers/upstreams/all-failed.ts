import { Refusal } from '#shared/errors.ts'
import type { UpstreamProblem } from '#shared/outcomes/doors/upstreams.ts'
import type { SourceId } from '#shared/upstreams/registry.ts'

export type FailedSource<Source extends SourceId = SourceId> = {
  source: Source
  problem: UpstreamProblem
  retryAfterMs: number | undefined
}

const USUAL_WAIT_S = 5

/** The refusal when no source answered: which were tried, why not, and when it may go better. It costs nothing. */
export function allFailed(failed: readonly FailedSource[]): Refusal {
  const waits = failed.flatMap(({ retryAfterMs }) => (retryAfterMs === undefined ? [] : [retryAfterMs / 1_000]))
  const retryAfterS = Math.max(1, Math.ceil(waits.length === 0 ? USUAL_WAIT_S : Math.min(...waits)))
  const reasons = failed.map(({ source, problem }) => `${source}: ${problem}`).join(', ')
  return new Refusal('upstream_unavailable', `No source answered (${reasons}); nothing was charged.`, {
    retryAfterS,
    fix: { action: `Send the call again in ${retryAfterS} s or later.` },
    extra: { tried: failed.map(({ source, problem }) => ({ source, problem })) },
  })
}

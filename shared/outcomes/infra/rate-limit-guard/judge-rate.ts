import type { RateAnswer, RateAsked } from '#shared/doors/spending.ts'
import { conclude, type Check, type Finding, type Verdict } from '#shared/engines/guard/verdict.ts'
import { readLimitHeaders, type UpstreamLimit } from './read-limit-headers.ts'

const RULESET = 'rate-limit/2026-11-20'

export type RateVerdict = Omit<Verdict, 'decision'> & {
  decision: 'allow' | 'block'
  allowed: boolean
  remaining: number
  reset_after_s: number
  retry_after_s: number | null
  limit: { limit: number; period_seconds: number; burst: number }
  upstream: UpstreamLimit | null
}

/**
 * Decides by the target's own headers first: where those say no, nothing is taken from the bucket. `take` asks the bucket
 * and takes what fits.
 */
export async function judgeRate(
  input: { response_headers?: Readonly<Record<string, string | number | string[]>> | undefined },
  asked: RateAsked,
  nowMs: number,
  take: (asked: RateAsked) => Promise<RateAnswer>,
): Promise<RateVerdict> {
  const upstream = input.response_headers === undefined ? null : readLimitHeaders(input.response_headers, nowMs)
  const wait = upstream === null ? null : waitFor(upstream, asked.cost)
  const bucket = await take(wait === null ? asked : { ...asked, cost: 0 })
  const allowed = bucket.allowed && wait === null
  const own = bucket.allowed ? 0 : bucket.retryAfterS
  const findings: Finding[] = [...fromUpstream(upstream, wait), ...fromBucket(bucket, asked)]
  const verdict = conclude({
    input,
    ruleset: RULESET,
    findings,
    checks: checksOf(bucket, asked, upstream, wait, input.response_headers !== undefined),
    proceed: asked.cost === 0 ? 'Send the request when you need to: this was only a look.' : 'Send the request now.',
  })
  return {
    ...verdict,
    decision: allowed ? 'allow' : 'block',
    allowed,
    remaining: bucket.remaining,
    reset_after_s: bucket.resetAfterS,
    retry_after_s: own === null ? null : Math.max(own, wait ?? 0),
    limit: { limit: asked.limit, period_seconds: asked.periodS, burst: asked.burst },
    upstream,
  }
}

/** Seconds the target wants to be left alone; null when it has room. A limit without a reset is asked again in a second. */
function waitFor({ remaining, reset_s, retry_after_s }: UpstreamLimit, cost: number): number | null {
  if (retry_after_s !== null && retry_after_s > 0) return retry_after_s
  return remaining !== null && remaining < Math.max(1, cost) ? Math.max(1, reset_s ?? 1) : null
}

function fromUpstream(upstream: UpstreamLimit | null, wait: number | null): Finding[] {
  if (upstream === null || wait === null) return []
  const isAsked = upstream.retry_after_s !== null && upstream.retry_after_s > 0
  return [
    {
      decision: 'block',
      code: isAsked ? 'upstream_retry_after' : 'upstream_exhausted',
      message: isAsked
        ? `The target asked to be left alone for ${wait} s.`
        : `The target has ${upstream.remaining ?? 0} requests left for ${wait} s.`,
      path: '/response_headers',
      evidence: upstream,
      next: `Wait ${wait} s, then ask again.`,
    },
  ]
}

function fromBucket(bucket: RateAnswer, asked: RateAsked): Finding[] {
  const findings: Finding[] = []
  if (asked.cost > asked.burst) {
    findings.push({
      decision: 'block',
      code: 'cost_exceeds_burst',
      message: `A call of ${asked.cost} tokens never fits a bucket of ${asked.burst}.`,
      path: '/cost',
      next: 'Send less at once, or raise burst.',
    })
  } else if (!bucket.allowed) {
    findings.push({
      decision: 'block',
      code: 'rate_exceeded',
      message: `${bucket.remaining} of ${asked.burst} tokens are left and the call takes ${asked.cost}.`,
      path: '/key',
      next: `Wait ${bucket.retryAfterS ?? 0} s, then ask again.`,
    })
  }
  if (bucket.earlierLimit !== null) {
    findings.push({
      decision: 'allow',
      code: 'config_changed',
      message: `This key was asked with another limit before (${bucket.earlierLimit}); what was taken stays taken.`,
      path: '/limit',
    })
  }
  return findings
}

function checksOf(
  bucket: RateAnswer,
  { limit, periodS, burst, cost }: RateAsked,
  upstream: UpstreamLimit | null,
  wait: number | null,
  given: boolean,
): Check[] {
  const fits = bucket.allowed && cost <= burst
  const detail = `${limit} per ${periodS} s, burst ${burst}: ${bucket.remaining} tokens left${cost === 0 || wait !== null ? '' : ' after this call'}`
  return [
    { id: 'bucket', status: fits ? 'pass' : 'fail', detail },
    upstream === null
      ? {
          id: 'upstream',
          status: 'skipped',
          detail: given ? 'no header of response_headers says anything of a limit' : 'response_headers was not given',
        }
      : {
          id: 'upstream',
          status: wait === null ? 'pass' : 'fail',
          detail: `${upstream.source_header}: ${upstream.remaining ?? 'unknown'} left`,
        },
  ]
}

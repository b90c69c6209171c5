import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'
import { parseUpstreams } from '#shared/upstreams/settings.ts'

import type { Pace } from '#workers/upstreams/pace.ts'
import { type Target, targetOf } from '#workers/upstreams/target.ts'

/** Builds the request of a question under the given settings. For tests only. */
export function targetUnder(env: Record<string, string>, question: Partial<UpstreamQuestion<unknown>> = {}): Target {
  const whole: UpstreamQuestion<unknown> = {
    upstream: 'kraken',
    path: '/q',
    ttlS: 60,
    read: (reply) => reply.json(),
    ...question,
  }
  return targetOf(whole, parseUpstreams(env).settings, { name: 'Farebox/1.0 (test)', hasContact: true })
}

/** A Pace without limits that records pauses. For tests only. */
export function openPace(): Pace & { pauses: number[] } {
  const pauses: number[] = []
  return {
    pauses,
    take: () => Promise.resolve(0),
    pause: (_id, _upstream, pauseMs) => {
      pauses.push(pauseMs)
      return Promise.resolve()
    },
  }
}

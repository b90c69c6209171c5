import type { ReadableChain } from '#shared/chains/readable-chains.ts'
import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import type { NodeProblem } from '#shared/doors/chains.ts'
import { UpstreamError, type UpstreamProblem } from '#shared/doors/upstreams.ts'
import type { UpstreamProbe } from '#workers/upstreams/probes/probe.ts'
import type { SourceId, UpstreamId } from '#shared/upstreams/registry.ts'
import type { UpstreamSettings } from '#shared/upstreams/settings.ts'
import { noTracer } from '#shared/tracing/tracer.ts'

import { Agents } from '../upstreams/agents.ts'
import { askSource, type SourceDeps } from '../upstreams/ask-source.ts'
import { silentMeter } from '../upstreams/meter.ts'
import { readAnswer } from '../upstreams/reply.ts'
import { type Agent, targetOf } from '../upstreams/target.ts'

/** Result of a probe: as expected, failed, or skipped because it is switched off or has no key. */
export type CheckRow<Source extends SourceId | `chain-${ReadableChain}` = UpstreamId> = {
  upstream: Source
  state: 'ok' | 'failed' | 'skipped'
  problem: UpstreamProblem | NodeProblem | 'unexpected' | null
  /** A sentence. Contains no keys and nothing of the answer. */
  reason: string | null
  ms: number
}

/** Most concurrent probes. */
const LANES = 6
const TOTAL_MS = 8_000

/**
 * Runs every probe once, without caches, breakers and rate limits. Returns rows in the order of the probes. Never
 * throws for a failing upstream. `totalMs` limits each probe; default 8 s, or the upstream's own limit if that is
 * longer.
 */
export async function checkUpstreams(
  probes: readonly UpstreamProbe[],
  { settings, agent, totalMs }: { settings: UpstreamSettings; agent: Agent; totalMs?: number },
): Promise<CheckRow[]> {
  const agents = new Agents()
  const rows: CheckRow[] = []
  const queue = probes.entries()
  const lane = async () => {
    for (const [index, probe] of queue) rows[index] = await check(probe, { settings, agent, totalMs, agents })
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return rows
}

type Given = { settings: UpstreamSettings; agent: Agent; totalMs: number | undefined; agents: Agents }

async function check({ upstream, question }: UpstreamProbe, given: Given): Promise<CheckRow> {
  const began = performance.now()
  const row = (state: CheckRow['state'], problem: CheckRow['problem'], reason: string | null): CheckRow => ({
    upstream,
    state,
    problem,
    reason,
    ms: Math.round(performance.now() - began),
  })
  try {
    const target = targetOf(question, given.settings, given.agent)
    const reply = await askSource(depsOf(given.agents), {
      target,
      answers: question.answers ?? [],
      validators: null,
      check: () => {},
      budgetMs: given.totalMs ?? Math.max(TOTAL_MS, target.upstream.totalMs ?? 0),
      signal: new AbortController().signal,
    })
    if (reply === null) return row('failed', 'bad_response', 'it answered 304 to a question without conditions')
    // Safe: a probe's `read` returns a string or null.
    const wrong = readAnswer(question, reply) as string | null
    return wrong === null ? row('ok', null, null) : row('failed', 'unexpected', wrong)
  } catch (error) {
    if (error instanceof Refusal) return row('failed', 'unexpected', error.message)
    if (!(error instanceof UpstreamError)) throw error
    return row(error.problem === 'not_configured' ? 'skipped' : 'failed', error.problem, error.message)
  }
}

/** No shared breaker, rate limit or cache: one request is within every limit. */
const depsOf = (agents: Agents): SourceDeps => ({
  agents,
  breakers: new Map(),
  pace: { take: () => Promise.resolve(0), pause: () => Promise.resolve() },
  meter: silentMeter,
  tracer: noTracer,
  log: createLog('silent'),
})

import { parseConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { askForProposal } from '#shared/router/propose/ask-model.ts'
import { questionFor } from '#shared/router/propose/ask-for.ts'
import { type Judged, planProposed } from '#shared/router/propose/plan-proposed.ts'
import { planGoal } from '#shared/router/plan/plan-goal.ts'
import type { Asked } from '#shared/router/plan/plan.ts'
import type { Tool } from '#shared/router/tool.ts'
import { noTracer } from '#shared/tracing/tracer.ts'
import { openPace } from '#test/support/fakes/fake-target.ts'

import { modelDoor } from '#workers/model/model-door.ts'
import { Agents } from '#workers/upstreams/agents.ts'
import { silentMeter } from '#workers/upstreams/meter.ts'

/** A plan as an installation with the model of LLM_* makes it; `end` is `not_asked`, `failed` or what became of a proposal. */
export type Proposed = Pick<Judged, 'planned'> & { end: string }

/** Returns what plans goals with the text model of the LLM_* settings, which it asks as a worker does. */
export function planByModel(tools: ReadonlyMap<string, Tool>): (asked: Asked) => Promise<Proposed> {
  const config = parseConfig({
    ...process.env,
    DATABASE_URL: 'postgres://none/none',
    SERVER_SECRET: 'x'.repeat(32),
  })
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_TIMEOUT_MS: timeoutMs } = config
  if (baseUrl === undefined || config.LLM_MODEL === undefined)
    throw new Error('--model needs LLM_BASE_URL and LLM_MODEL')
  const model = modelDoor({
    config,
    endpoint: {
      baseUrl,
      apiKey,
      timeoutMs,
      agents: new Agents(),
      breakers: new Map(),
      pace: openPace(),
      meter: silentMeter,
      tracer: noTracer,
      log: createLog('silent'),
    },
    cache: { get: () => Promise.resolve(null), put: () => Promise.reject(new Error('nothing is cached here')) },
  })
  const mayRun = () => true
  return async (asked) => {
    const question = questionFor(asked, tools, mayRun)
    if (question === null) return { planned: planGoal(asked, tools), end: 'not_asked' }
    try {
      const limits = { signal: AbortSignal.timeout(timeoutMs), withinMs: timeoutMs }
      const proposal = await askForProposal(model, question, limits)
      const { planned, proposalEnd } = planProposed(asked, tools, mayRun, proposal)
      return { planned, end: proposalEnd }
    } catch {
      return { planned: planGoal(asked, tools), end: 'failed' }
    }
  }
}

import type { Context } from 'koa'

import { RUN_SLUG } from '#shared/catalog/run-outcome.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import { installationOf } from '#shared/outcomes/availability.ts'

import { noPlan } from '../call/input/no-plan.ts'
import { askedOf, goalOf } from '../call/input/planned-input.ts'
import { whyNotRun } from '../call/input/refuse-unrunnable.ts'
import type { IngressDeps } from '../deps.ts'
import { parseJsonBody } from '../http/body/json-body.ts'
import { callerAddress } from '../http/caller.ts'
import { requestIdOf } from '../http/errors.ts'
import { limitHeaders } from '../http/limiter.ts'
import type { Reply } from '../http/route.ts'
import type { DryRun } from '../discovery/openapi/dry-run-answer.ts'
import { callRequest, type GivenCall, runCall } from './run-call.ts'

/** Runs a goal: with `dry_run` its plan alone, free of charge and limited by address, else the paid call. Throws Refusals. */
export async function runGoal(
  deps: IngressDeps,
  ctx: Context,
  body: Uint8Array,
  { headers = {} }: Pick<GivenCall, 'headers'> = {},
): Promise<Reply> {
  if (isDryRun(body)) return dryRun(deps, ctx, body, headers)
  return runCall(deps, ctx, callRequest(ctx, RUN_SLUG, deps.config.TRUST_PROXY_HOPS, { body, headers }))
}

/** Whether a body asks for the plan alone. One that is no JSON asks for nothing. */
function isDryRun(body: Uint8Array): boolean {
  // Most bodies need not be parsed twice.
  if (!Buffer.from(body.buffer, body.byteOffset, body.length).includes('dry_run')) return false
  try {
    return parseJsonBody(body).value['dry_run'] === true
  } catch {
    return false
  }
}

async function dryRun(
  deps: IngressDeps,
  ctx: Context,
  body: Uint8Array,
  given: Readonly<Record<string, string>>,
): Promise<Reply> {
  const { config, limiter, forSale, planGoal, now } = deps
  const address = ipBlock(callerAddress(ctx.req, config.TRUST_PROXY_HOPS))
  const headers = limitHeaders(await limiter.take(config.limits.plan, address))
  const goal = goalOf(forSale, body)
  const { header } = callRequest(ctx, RUN_SLUG, config.TRUST_PROXY_HOPS, { body, headers: given })
  const planned = await planGoal(askedOf(goal, now()), address, header)
  if ('none' in planned) throw noPlan(planned.none)
  const { steps, cents, confidence, unmet, plannedBy = 'rules' } = planned.plan
  const installation = installationOf(config)
  const answer: DryRun = {
    ok: true,
    resource: '/api/v1/run',
    dry_run: true,
    plan: steps.map(({ alternatives, ...step }) => ({ ...step, alternatives: [...alternatives] })),
    list_price_cents: cents,
    planned_by: plannedBy,
    confidence,
    unmet: [...unmet],
    not_run: steps.flatMap(({ n, slug }) => {
      const entry = deps.catalog.get(slug)
      const refusal = entry === undefined ? null : whyNotRun(entry, { installation })
      return refusal === null ? [] : [{ n, slug, why: refusal.message }]
    }),
    charged_cents: 0,
    request_id: requestIdOf(ctx),
  }
  return { headers: { ...headers, 'Cache-Control': 'no-store' }, body: answer }
}

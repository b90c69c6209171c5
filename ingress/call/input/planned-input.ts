import type { Sealer } from '#shared/calls/seal.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { type GoalBody, type PlannedGoal, RUN_SLUG } from '#shared/catalog/run-outcome.ts'
import { canonicalJson, sha256 } from '#shared/lib/crypto/digest.ts'
import type { Asked, Planned } from '#shared/router/plan/plan.ts'

import { type JsonBody, parseJsonBody } from '#ingress/http/body/json-body.ts'
import type { CallInput } from './call-input.ts'
import { noPlan } from './no-plan.ts'
import { validateInput } from './validate-input.ts'

/** What the planner is asked for a goal. */
export const askedOf = ({ goal, input, max_steps: maxSteps, max_cents: maxCents }: GoalBody, now: Date): Asked => ({
  goal,
  input,
  maxSteps,
  maxCents,
  now,
})

/** Parses the body of a goal and checks it. Throws Refusals. */
export function goalOf(forSale: ReadonlyMap<string, CatalogEntry>, raw: Uint8Array): GoalBody {
  const entry = forSale.get(RUN_SLUG)
  if (entry === undefined) throw new Error('the goal router is always for sale')
  return validated(entry, parseJsonBody(raw))
}

// Safe: it is the output of the schema of a goal.
const validated = (entry: CatalogEntry, body: JsonBody) => validateInput(entry, body) as GoalBody

/**
 * Parses the body of a run, checks it and plans its goal, so that a plan exists before any money moves. Throws Refusals:
 * those of `callInput`, and `no_plan`.
 */
export function plannedInput(
  entry: CatalogEntry,
  raw: Uint8Array,
  { callId, sealer, plan }: { callId: string; sealer: Sealer; plan: (asked: Asked) => Planned },
): CallInput & { steps: readonly string[] } {
  const body = parseJsonBody(raw)
  const goal = validated(entry, body)
  const planned = plan(askedOf(goal, new Date()))
  if ('none' in planned) throw noPlan(planned.none)
  const stored: PlannedGoal = { ...goal, plan: planned.plan }
  return {
    bytes: raw.length,
    stored: sealer.seal(callId, entry.outcome.secrets, JSON.stringify(stored), stored),
    digest: () => sha256(body.text),
    canonicalDigest: () => sha256(canonicalJson(body.value)),
    steps: planned.plan.steps.map(({ slug }) => slug),
  }
}

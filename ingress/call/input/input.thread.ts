import { workerData } from 'node:worker_threads'

import { transferableSymbol, valueSymbol } from 'piscina'

import { sealer } from '#shared/calls/seal.ts'
import { Refusal, type WireRefusal } from '#shared/errors.ts'
import type { Models } from '#shared/lib/models/model-roles.ts'
import { begin, type Begun, ownBuffer } from '#shared/lib/concurrency/thread-pool.ts'
import { catalog, type CatalogEntry } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import type { Asked, Planned } from '#shared/router/plan/plan.ts'

import { runEntry } from '#shared/catalog/run-outcome.ts'

import { callInput } from './call-input.ts'
import { plannedInput } from './planned-input.ts'
import { sellerInput, type SellerSchema } from './seller-input.ts'

/** The workerData of each thread. */
export type InputThreadData = { serverSecret: string; models: Models }
/** `seller`: the body is one for a seller's endpoint. */
export type InputJob = { slug: string; callId: string; raw: Uint8Array; seller?: SellerSchema }
export type InputEnd =
  | { refusal: WireRefusal }
  | { stored: Uint8Array; digest: Uint8Array; canonicalDigest: Uint8Array }

// Safe: input-threads.ts passes it.
const { serverSecret, models } = workerData as InputThreadData
const secrets = sealer(serverSecret)
const sold = forSale(catalog)

/** Entry point of a worker thread: validates one body. Piscina needs the default export. */
// oxlint-disable-next-line import/no-default-export
export default function takeInput({ slug, callId, raw, seller, begun }: InputJob & Begun): InputEnd {
  begin(begun)
  try {
    const taken =
      seller === undefined
        ? callInput(entryOf(slug), raw, { callId, sealer: secrets, models })
        : sellerInput(raw, seller)
    const { stored, digest, canonicalDigest } = taken
    return handOver({ stored: Buffer.from(stored), digest: digest(), canonicalDigest: canonicalDigest() })
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toWire() }
    throw error
  }
}

export type GoalJob = { callId: string; raw: Uint8Array }
export type GoalEnd = InputEnd | (Extract<InputEnd, { stored: Uint8Array }> & { steps: string[] })

/** Validates the body of a run and plans its goal: what is stored is the goal with its plan. */
export async function takeGoal({ callId, raw, begun }: GoalJob & Begun): Promise<GoalEnd> {
  const [{ planGoal }, { toolsOf }] = await loadPlanner()
  begin(begun)
  try {
    const { stored, digest, canonicalDigest, steps } = plannedInput(runEntry(catalog), raw, {
      callId,
      sealer: secrets,
      plan: (asked) => planGoal(asked, toolsOf(catalog)),
    })
    return handOver({
      stored: Buffer.from(stored),
      digest: digest(),
      canonicalDigest: canonicalDigest(),
      steps: [...steps],
    })
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toWire() }
    throw error
  }
}

function entryOf(slug: string): CatalogEntry {
  const entry = sold.get(slug)
  if (entry === undefined) throw new Error(`nothing is called ${slug}`)
  return entry
}

export type PlanJob = { asked: Asked }

/** Plans a goal. The planner is loaded by the first goal, so a thread that only reads bodies never holds it. */
export async function plan({ asked, begun }: PlanJob & Begun): Promise<Planned> {
  const [{ planGoal }, { toolsOf }] = await loadPlanner()
  begin(begun)
  return planGoal(asked, toolsOf(catalog))
}

const loadPlanner = () => Promise.all([import('#shared/router/plan/plan-goal.ts'), import('#shared/router/tool.ts')])

/** Transfers the bytes of an answer instead of copying them, which would block the ingress for 8 MB. */
function handOver<End extends { stored: Buffer }>(end: End): End {
  const own = ownBuffer(end.stored)
  return own.length === 0 ? end : Object.assign(end, { [transferableSymbol]: own, [valueSymbol]: end })
}

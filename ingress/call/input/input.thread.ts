import { workerData } from 'node:worker_threads'

import { transferableSymbol, valueSymbol } from 'piscina'

import { sealer } from '#shared/calls/seal.ts'
import { Refusal, type WireRefusal } from '#shared/errors.ts'
import type { Models } from '#shared/lib/models/model-roles.ts'
import { begin, type Begun, ownBuffer } from '#shared/lib/concurrency/thread-pool.ts'
import { catalog, type CatalogEntry } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import { returnsToken } from '#shared/outcomes/returns-token.ts'
import type { Asked, Planned } from '#shared/router/plan/plan.ts'
import type { ProposalQuestion } from '#shared/router/propose/proposal.ts'

import { runEntry } from '#shared/catalog/run-outcome.ts'

import { callInput } from './call-input.ts'
import { plannedInput } from './planned-input.ts'
import { sellerInput, type SellerSchema } from './seller-input.ts'

/** The workerData of each thread. */
export type InputThreadData = {
  serverSecret: string
  models: Models
  /** Outcomes that this installation does not sell. */
  unsold?: readonly string[]
}
/** `seller`: the body is one for a seller's endpoint. */
export type InputJob = { slug: string; callId: string; raw: Uint8Array; seller?: SellerSchema }
export type InputEnd =
  | { refusal: WireRefusal }
  | { stored: Uint8Array; digest: Uint8Array; canonicalDigest: Uint8Array }

// Safe: input-threads.ts passes it.
const { serverSecret, models, unsold = [] } = workerData as InputThreadData
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

export type GoalJob = { callId: string; raw: Uint8Array } & Proposed
export type GoalEnd =
  | InputEnd
  | (Extract<InputEnd, { stored: Uint8Array }> & { steps: string[]; proposalEnd?: string | undefined })

/** Validates the body of a run and plans its goal: what is stored is the goal with its plan. */
export async function takeGoal({ callId, raw, begun, ...proposed }: GoalJob & Begun): Promise<GoalEnd> {
  const planned = await plannerFor(proposed)
  let proposalEnd: string | undefined
  begin(begun)
  try {
    const { stored, digest, canonicalDigest, steps } = plannedInput(runEntry(catalog), raw, {
      callId,
      sealer: secrets,
      plan(asked) {
        const end = planned(asked)
        proposalEnd = end.proposalEnd
        return end.planned
      },
    })
    return handOver({
      stored: Buffer.from(stored),
      digest: digest(),
      canonicalDigest: canonicalDigest(),
      steps: [...steps],
      proposalEnd,
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

/** What a text model proposed; absent where none was asked. */
type Proposed = { proposal?: unknown }

export type PlanJob = { asked: Asked } & Proposed
/** A plan or refusal, and what became of the proposal. */
export type PlanEnd = { planned: Planned; proposalEnd?: string | undefined }

/** Plans a goal. */
export async function plan({ asked, begun, ...proposed }: PlanJob & Begun): Promise<PlanEnd> {
  const planned = await plannerFor(proposed)
  begin(begun)
  return planned(asked)
}

/** What the text model is asked for a goal; null where our own plan or refusal stands without it. */
export async function question({ asked, begun }: PlanJob & Begun): Promise<ProposalQuestion | null> {
  const [{ questionFor }, { toolsOf }] = await Promise.all([
    import('#shared/router/propose/ask-for.ts'),
    import('#shared/router/tool.ts'),
  ])
  begin(begun)
  return questionFor(asked, toolsOf(catalog), mayRun)
}

/**
 * Returns what plans a goal, with the proposal if there is one. The planner is loaded by the first goal, so a thread that
 * only reads bodies never holds it.
 */
async function plannerFor({ proposal }: Proposed): Promise<(asked: Asked) => PlanEnd> {
  const { toolsOf } = await import('#shared/router/tool.ts')
  if (proposal === undefined) {
    const { planGoal } = await import('#shared/router/plan/plan-goal.ts')
    return (asked) => ({ planned: planGoal(asked, toolsOf(catalog)) })
  }
  const { planProposed } = await import('#shared/router/propose/plan-proposed.ts')
  return (asked) => planProposed(asked, toolsOf(catalog), mayRun, proposal)
}

/** Whether a run here may call an outcome of the catalog: it is for sale, and answers with no token. */
function mayRun(slug: string): boolean {
  const entry = catalog.get(slug)
  return entry !== undefined && !unsold.includes(slug) && !returnsToken(entry.outcome)
}

/** Transfers the bytes of an answer instead of copying them, which would block the ingress for 8 MB. */
function handOver<End extends { stored: Buffer }>(end: End): End {
  const own = ownBuffer(end.stored)
  return own.length === 0 ? end : Object.assign(end, { [transferableSymbol]: own, [valueSymbol]: end })
}

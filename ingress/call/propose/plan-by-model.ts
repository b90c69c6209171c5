import { RUN_SLUG } from '#shared/catalog/run-outcome.ts'
import { Refusal } from '#shared/errors.ts'
import type { Asked, Planned } from '#shared/router/plan/plan.ts'

import { credentialsFor, type SentCredential } from '../credential-for.ts'
import type { Entered } from '../enter.ts'
import type { CallInput } from '../input/call-input.ts'
import { askedOf, goalOf } from '../input/planned-input.ts'
import type { CallParts } from '../parts.ts'
import { askProposal } from './ask-proposal.ts'
import { replayedRun } from './replayed-run.ts'
import { keyAsks, payerAsks } from './who-asks.ts'

/**
 * Validates the body of a run and plans its goal, with what the text model proposes if it is asked for this payer. Throws as
 * `InputThreads.takeGoal` does.
 */
export async function takeGoalByModel(
  parts: CallParts,
  entered: Entered,
  callId: string,
  raw: Uint8Array,
): Promise<CallInput> {
  const { request, credentials } = entered
  const asked = askedOf(goalOf(parts.forSale, raw), parts.now())
  const proposal = await proposalFor(parts, asked, request.ip, () => payerAsks(parts, credentials, request.ip))
  try {
    const { proposalEnd, ...input } = await parts.inputThreads.takeGoal({ callId, raw, ...proposal }, request.ip)
    note(parts, proposalEnd)
    return input
  } catch (error) {
    const isUnplanned = error instanceof Refusal && error.code === 'no_plan'
    const replayed = isUnplanned ? await replayedRun(parts, entered, callId, raw) : null
    if (replayed === null) throw error
    return replayed
  }
}

/** Plans a goal free of charge. Only a key that could pay for the run has the model asked. */
export async function planFree(
  parts: CallParts,
  asked: Asked,
  address: string,
  header: (name: string) => string | undefined,
): Promise<Planned> {
  const credentials = sentWith(parts, header)
  const isKey = credentials.some(({ kind }) => kind === 'key')
  const proposal = isKey ? await proposalFor(parts, asked, address, () => keyAsks(parts, credentials)) : {}
  const { planned, proposalEnd } = await parts.inputThreads.plan({ asked, ...proposal }, address)
  note(parts, proposalEnd)
  return planned
}

/** The credentials of a free plan, which may come with wrong ones: it needs none. */
function sentWith({ mint }: CallParts, header: (name: string) => string | undefined): SentCredential[] {
  try {
    return credentialsFor(mint, header)
  } catch {
    return []
  }
}

/** What the model proposes; nothing where it is not asked, or does not answer: our own plan or refusal stands then. */
async function proposalFor(
  parts: CallParts,
  asked: Asked,
  address: string,
  askerOf: () => Promise<string | null>,
): Promise<{ proposal?: unknown }> {
  const question = await parts.inputThreads.question({ asked }, address)
  if (question === null) return {}
  try {
    const asker = await askerOf()
    if (asker === null) return {}
    const began = performance.now()
    const told = await parts.tracer.within('propose', {}, () => askProposal(parts, question, asker))
    const ms = Math.round(performance.now() - began)
    if (typeof told !== 'string') {
      parts.log.info({ slug: RUN_SLUG, ms }, 'a plan was proposed')
      return told
    }
    parts.log.info({ slug: RUN_SLUG, ms, why: told }, 'no plan was proposed')
    parts.meter.proposed(told)
  } catch (error) {
    parts.log.warn({ err: error }, 'the text model could not be asked for a plan')
    parts.meter.proposed('failed')
  }
  return {}
}

/** Counts what became of a proposal. */
function note({ meter }: CallParts, end: string | undefined): void {
  if (end !== undefined) meter.proposed(end)
}

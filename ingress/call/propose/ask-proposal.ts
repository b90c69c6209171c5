import { uuidv7 } from 'uuidv7'

import { findReplay } from '#shared/calls/accept.ts'
import { acceptedCall } from '#shared/calls/accepted-call.ts'
import { readFinal } from '#shared/calls/read.ts'
import { releaseUnstarted } from '#shared/calls/release.ts'
import type { WaitEnd } from '#shared/calls/waiters.ts'
import {
  type AskedProposal,
  PROPOSAL_POOL as pool,
  PROPOSAL_SECRETS,
  PROPOSAL_SLUG as slug,
} from '#shared/catalog/proposal-outcome.ts'
import { Refusal } from '#shared/errors.ts'
import { canonicalJson, sha256 } from '#shared/lib/crypto/digest.ts'
import type { ProposalQuestion } from '#shared/router/propose/proposal.ts'

import type { CallParts } from '../parts.ts'
import { isWithinLimits } from './within-limits.ts'

/** What a worker's end takes to be stored, and to reach this process, beyond the time of the model's answer. */
const STORE_MS = 500
const REACH_MS = 1_500

/** A proposal, or why there is none: a limit is spent, no worker has room, or the model did not answer in time. */
export type Told = { proposal: Record<string, unknown> } | 'limited' | 'busy' | 'failed' | 'late'

/**
 * Asks the text model for a proposal, as a free call of the pool of workflows. The same question of the same asker is asked
 * once in a day: later ones, also in other processes, get its answer, whatever the limits. A question that failed may be asked
 * again.
 */
export async function askProposal(parts: CallParts, question: ProposalQuestion, asker: string): Promise<Told> {
  const { config, models, proposing, db } = parts
  const input: AskedProposal = { ...question, outcomes: [...question.outcomes], within_ms: config.LLM_TIMEOUT_MS }
  const inputDigest = sha256(canonicalJson([models.text, input]))
  const idem = `${slug}:${asker}:${inputDigest.toString('base64url')}`
  const before = await findReplay(db.pg, idem, inputDigest)
  if (before !== null) return told(parts, before.callId, await endOf(parts, before.callId))
  if (proposing.isLocked()) return 'busy'
  return proposing.runExclusive(async () => {
    if (!(await isWithinLimits(parts, asker))) return 'limited'
    if (!(await hasRoom(parts))) return 'busy'
    return ask(parts, { input, inputDigest, idem })
  })
}

/** Whether the pool takes questions and less than half of its places are taken: runs that are paid for come first. */
async function hasRoom({ admission, pools }: CallParts): Promise<boolean> {
  const sample = (await pools())?.get(pool)
  if (sample === undefined || sample.open * 2 >= sample.slots) return false
  try {
    await admission({ slug, pool }, null)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

type NewQuestion = { input: AskedProposal; inputDigest: Buffer; idem: string }

async function ask(parts: CallParts, { input, inputDigest, idem }: NewQuestion): Promise<Told> {
  const { config, acceptor, secrets, sender, waiters, log } = parts
  const callId = uuidv7()
  // The wait begins before the call can run, so that no hint comes too early.
  const own = waiters.wait(callId)
  try {
    const accepted = await acceptor.free({
      callId,
      slug,
      pool,
      priceMicroUsdc: 0n,
      timeoutMs: config.LLM_TIMEOUT_MS + STORE_MS,
      input: secrets.seal(callId, PROPOSAL_SECRETS.question, JSON.stringify(input), input),
      inputDigest,
      idem,
    })
    if (accepted.kind === 'replay') return told(parts, accepted.callId, await endOf(parts, accepted.callId))
    sender
      .send(acceptedCall({ callId, slug, pool }))
      .catch((error: unknown) => log.warn({ err: error, callId }, 'not enqueued; the sweeper will'))
    const ended = await within(config.LLM_TIMEOUT_MS + REACH_MS, own)
    if (ended === 'time') await releaseUnstarted(parts.db.pg, callId)
    return told(parts, callId, ended)
  } finally {
    own.end('left')
  }
}

/** The end of a call that another request has asked. */
async function endOf({ waiters, db, config }: CallParts, callId: string): Promise<WaitEnd> {
  const wait = waiters.wait(callId)
  // A call that is final already sends no hint.
  const [final] = await readFinal(db.pg, [callId])
  if (final !== undefined) wait.end(final)
  return within(config.LLM_TIMEOUT_MS + REACH_MS, wait)
}

type Wait = ReturnType<CallParts['waiters']['wait']>

async function within(ms: number, wait: Wait): Promise<WaitEnd> {
  const timer = setTimeout(() => wait.end('time'), ms)
  try {
    return await wait.ended
  } finally {
    clearTimeout(timer)
  }
}

function told({ secrets }: CallParts, callId: string, ended: WaitEnd): Told {
  if (typeof ended === 'string') return 'late'
  if (ended.result === null) return 'failed'
  return { proposal: secrets.open(callId, PROPOSAL_SECRETS.answer, ended.result) }
}

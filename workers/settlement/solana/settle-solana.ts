import { setTimeout as pause } from 'node:timers/promises'

import type { KeyPairSigner } from '@solana/kit'
import type { SettleResponse } from '@x402/core/types'

import { RpcRefused } from '#shared/chains/json-rpc.ts'
import type { Log } from '#shared/log.ts'

import { lookPauseMs } from '../look-pause.ts'
import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import type { SolanaPayment } from '../read-payment.ts'
import { endOf, failed, paid, pending } from '../settle-answers.ts'
import { isUniqueViolation, type SettlementStore, type Stored, type Verdict } from '../settlement-store.ts'
import { type FoundOnSolana, judgeStatus, lookUpOnSolana } from './look-up-solana.ts'
import { signAsFeePayer } from './sign-as-fee-payer.ts'
import type { SolanaRpc } from './solana-rpc.ts'
import { verifySolana } from './verify-solana.ts'

export type SolanaDeps = {
  rpc: SolanaRpc
  store: SettlementStore
  feePayers: readonly KeyPairSigner[]
  waiting: { confirmMs: number; pollMs: number }
  log: Log
}

/** A Solana payment transaction contains exactly one transfer. */
export const ONLY_TRANSFER = 0
/** Most that a transaction of ours costs in lamports, whatever its result (`LIMITS` in verify-solana.ts). */
export const MOST_LAMPORTS = 15_000n
export const FAILED = 'invalid_exact_svm_transaction_failed'

/**
 * Settles a transfer on Solana: signs as its fee payer, stores the signed transaction, broadcasts it and waits for
 * confirmation. Idempotent: settling it again signs and sends the same transaction and returns the same answer.
 */
export async function settleOnSolana(deps: SolanaDeps, payment: SolanaPayment): Promise<SettleResponse> {
  const stored = await deps.store.read(payment.key)
  if (stored === null || stored.state === 'seen') return begin(deps, payment)
  if (stored.payTo !== payment.payTo || stored.amount !== payment.amount) {
    return failed(payment, 'invalid_payment_requirements')
  }
  return resume(deps, payment, stored)
}

async function begin(deps: SolanaDeps, payment: SolanaPayment): Promise<SettleResponse> {
  const { rpc, store, feePayers } = deps
  const addresses = feePayers.map(({ address }) => address)
  const [verified, height, signed] = await Promise.all([
    verifySolana(rpc, addresses, payment),
    rpc.height(),
    signAsFeePayer(feePayers, payment),
  ])
  const { isValid, invalidReason: reason = 'unexpected_settle_error', invalidMessage: message } = verified
  if (reason === 'duplicate_settlement' && signed !== null) return sentBefore(deps, payment, signed.hash, height)
  if (!isValid || signed === null) return failed(payment, reason, { message })
  const notBegun = await store.storeSolana(payment, signed, height)
  if (notBegun === null) return send(deps, payment, signed.raw, signed.hash)
  if (notBegun !== 'theirs') return failed(payment, notBegun)
  const theirs = await store.read(payment.key)
  return theirs === null ? pending(payment, null) : resume(deps, payment, theirs)
}

/**
 * Handles a transaction that is on chain but not stored: ours from before the database was lost, or sent by its owner.
 */
async function sentBefore(deps: SolanaDeps, payment: SolanaPayment, signature: string, seenHeight: number) {
  const found = await lookUpOnSolana(deps.rpc, { payment, signature, seenHeight })
  if (found.state === 'unknown') return pending(payment, signature)
  await deps.store.see(payment, seenHeight)
  return conclude(deps, payment, found)
}

async function resume(deps: SolanaDeps, payment: SolanaPayment, stored: Stored): Promise<SettleResponse> {
  const end = endOf(payment, stored)
  if (end !== null) return end
  const [raw, hash] = [stored.slot?.raws[0], stored.slot?.hashes[0]]
  return raw === undefined || hash === undefined ? pending(payment, null) : send(deps, payment, raw, hash)
}

async function send(deps: SolanaDeps, payment: SolanaPayment, raw: string, signature: string): Promise<SettleResponse> {
  await broadcastOnSolana(deps, raw, signature)
  const { confirmMs, pollMs } = deps.waiting
  const until = Date.now() + confirmMs
  for (let round = 0; ; round += 1) {
    const found = await statusOf(deps, signature)
    if (found !== null && found.state !== 'unknown') return conclude(deps, payment, found)
    const pauseMs = lookPauseMs(round, pollMs)
    if (Date.now() + pauseMs > until) return pending(payment, signature)
    await pause(pauseMs)
  }
}

/** Status of a transaction; null when no node answers (ask again). */
async function statusOf({ rpc }: SolanaDeps, signature: string): Promise<FoundOnSolana | null> {
  try {
    const { statuses } = await rpc.statuses([signature], { deep: false })
    return judgeStatus(signature, statuses[0] ?? null)
  } catch (error) {
    if (error instanceof TemporarilyUnavailable) return null
    throw error
  }
}

/** Broadcasts a transaction. Sending again is harmless, and a refusal by one node says nothing about others. */
export async function broadcastOnSolana({ rpc, log }: Pick<SolanaDeps, 'rpc' | 'log'>, raw: string, signature: string) {
  try {
    await rpc.send(raw)
  } catch (error) {
    if (!(error instanceof RpcRefused || error instanceof TemporarilyUnavailable)) throw error
    log.warn({ err: error, transaction: signature }, 'a transaction on Solana was not taken; it is sent again')
  }
}

type Ended = Exclude<FoundOnSolana, { state: 'unknown' }>

/**
 * Records the verdict and returns the answer. A failed recording is only logged, because the chain has already decided.
 */
async function conclude({ store, log }: SolanaDeps, payment: SolanaPayment, found: Ended): Promise<SettleResponse> {
  try {
    await store.decide(payment.key, verdictOnSolana(found), { closes: true, fee: MOST_LAMPORTS })
  } catch (error) {
    if (isUniqueViolation(error)) throw error
    log.warn({ err: error, settlement: payment.key }, 'a verdict was not noted; settlement-watch notes it')
  }
  return found.state === 'paid'
    ? paid(payment, { transaction: found.transaction, logIndex: ONLY_TRANSFER })
    : failed(payment, FAILED, { transaction: found.transaction, message: found.reason })
}

/** Converts a final lookup to the verdict that is stored. */
export const verdictOnSolana = (found: Ended): Verdict =>
  found.state === 'paid'
    ? { state: 'paid', transaction: found.transaction, logIndex: ONLY_TRANSFER, block: found.slot }
    : { state: 'failed', transaction: found.transaction, reason: FAILED, block: found.slot }

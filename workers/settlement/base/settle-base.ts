import { setImmediate } from 'node:timers/promises'

import type { SettleResponse } from '@x402/core/types'
import { BASE } from '#shared/chains/networks.ts'
import type { Log } from '#shared/log.ts'

import { nullIfUnavailable } from '../temporarily-unavailable.ts'
import type { BasePayment } from '../read-payment.ts'
import type { NotBegun } from '../begin-settlement.ts'
import { endOf, answerFailed, answerPaid, pending } from '../settle-answers.ts'
import {
  type Deciding,
  isUniqueViolation,
  type SettlementStore,
  type Slot,
  type Stored,
  type Taking,
  type Verdict,
} from '../settlement-store.ts'
import { awaitReceipt, type Waiting } from './await-receipt.ts'
import { type BaseNow, SETTLEMENT_GAS } from './base-fees.ts'
import type { BaseRpc, Receipt } from './base-rpc.ts'
import type { BaseSenders } from './base-senders.ts'
import { judgeReceipt, lookUpOnBase, type Sought, soughtOf } from './look-up-base.ts'
import type { LikelyNonces } from './likely-nonces.ts'
import type { PreparedSettlements } from './prepared-settlements.ts'
import { type Ready, readySending, type SignedAhead, simulateSettlement } from './ready-settlement.ts'
import { broadcast, signSlot } from './send-slot.ts'
import { transferCall } from './transfer-call.ts'
import { isSimple } from './try-transfer.ts'
import { verifyBase } from './verify-base.ts'

export type BaseDeps = {
  rpc: BaseRpc
  store: SettlementStore
  senders: BaseSenders
  nonces: LikelyNonces
  prepared: PreparedSettlements
  now: () => Promise<BaseNow>
  waiting: Waiting
  log: Log
}

/** Most milliseconds that `sendAndWait` blocks: longer than a block of Base. After that the receipt is polled. */
const BLOCK_MS = 3_000
const REVERTED = 'invalid_exact_evm_transaction_failed'
/** Reasons that may hide a successful payment: look it up on chain before refusing. */
const MAY_BE_PAID = new Set([
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_transaction_simulation_failed',
  REVERTED,
])

/**
 * Settles an EIP-3009 payment. A stored payment is resumed: its signed transaction is sent again and awaited, or its
 * end is returned. Nothing is signed twice for one payment while its nonce is open, in any number of processes.
 */
export async function settleOnBase(deps: BaseDeps, payment: BasePayment): Promise<SettleResponse> {
  // Nearly every payment is simple and new: start it optimistically, and look it up only if that fails.
  const begun = isSimple(payment) ? await begin(deps, payment).catch(nullIfUnavailable) : null
  if (begun !== null) return begun
  const stored = await deps.store.read(payment.key)
  if (stored !== null && (stored.payTo !== payment.payTo || stored.amount !== payment.amount)) {
    return answerFailed(payment, 'invalid_payment_requirements')
  }
  return stored === null || stored.state === 'seen' ? judge(deps, payment) : resume(deps, payment, stored)
}

/** Sends a simple payment. Null if the chain would refuse it or it is already stored. */
async function begin(deps: BaseDeps, payment: BasePayment): Promise<SettleResponse | null> {
  const leave = deps.nonces.enter()
  try {
    const likely = (sender: string) => deps.nonces.guess(sender)
    const { ready, passes, isContract, signed } =
      (await deps.prepared.take(payment)) ?? (await simulateSettlement(deps, payment, likely))
    if (!passes) return null
    const stillLikely = signed !== null && signed.nonce === likely(ready.sender) ? signed : null
    return await sendNew(deps, payment, ready, { isContract, signed: stillLikely, leave })
  } finally {
    leave()
  }
}

/** Verifies a payment by all rules of x402, for payments that are not simple and for the reason of a refusal. */
async function judge(deps: BaseDeps, payment: BasePayment): Promise<SettleResponse> {
  const ready = await readySending(deps)
  const { response, isContract } = await verifyBase(deps.rpc, payment, ready)
  if (!response.isValid) {
    const { invalidReason: reason = 'unexpected_settle_error', invalidMessage: message } = response
    return refuse(deps, payment, { height: ready.height, reason, message })
  }
  const leave = deps.nonces.enter()
  const sent = await sendNew(deps, payment, ready, { isContract, signed: null, leave }).finally(leave)
  if (sent !== null) return sent
  const theirs = await deps.store.read(payment.key)
  return theirs === null ? pending(payment, null) : resume(deps, payment, theirs)
}

/** `leave` says that the nonce is taken, or is not. */
type Sendable = { isContract: boolean; signed: SignedAhead | null; leave: () => void }

/** Takes a nonce for a payment and sends it. Null if another process is settling it. */
async function sendNew(
  deps: BaseDeps,
  payment: BasePayment,
  { sender, fees, height }: Ready,
  { isContract, signed, leave }: Sendable,
): Promise<SettleResponse | null> {
  const callData = transferCall(payment.authorization, payment.signature)
  if (callData === null) return null
  const taking = { sender, callData, height, fees: { ...fees, gas: SETTLEMENT_GAS }, isContract }
  const taken = await take(deps, payment, taking, signed)
  leave()
  if (taken === 'theirs') return null
  if (taken === 'busy') return pending(payment, null)
  return typeof taken === 'string'
    ? answerFailed(payment, taken)
    : send(deps, payment, taken, { callData, isContract, wasSent: false })
}

async function take(
  { store, nonces, log }: BaseDeps,
  payment: BasePayment,
  taking: Taking,
  signed: SignedAhead | null,
): Promise<Slot | NotBegun> {
  const { sender } = taking
  const first = signed === null ? 'stale' : await store.takeSigned(payment, taking, signed)
  if (first === 'stale' && signed !== null) {
    log.debug({ sender, nonce: signed.nonce }, 'the sender took another nonce meanwhile; it is signed anew')
    nonces.missed(sender)
  }
  const taken = first === 'stale' ? await store.takeNonce(payment, taking) : first
  if (typeof taken !== 'string') nonces.took(sender, taken.nonce)
  return taken
}

type No = { height: number; reason: string; message: string | undefined }

async function refuse(deps: BaseDeps, payment: BasePayment, { height, reason, message }: No): Promise<SettleResponse> {
  if (!MAY_BE_PAID.has(reason)) return answerFailed(payment, reason, { message })
  const found = await lookUpOnBase(deps.rpc, soughtOf(payment))
  if (found.state === 'paid') {
    await deps.store.see(payment, height)
    await record(deps, payment.key, found, { closes: false, fee: null })
    return answerPaid(payment, found)
  }
  if (found.state === 'unknown' && found.reason !== 'not_settled_yet') return pending(payment, null)
  return answerFailed(payment, reason, { message })
}

async function resume(deps: BaseDeps, payment: BasePayment, stored: Stored): Promise<SettleResponse> {
  const end = endOf(payment, stored)
  if (end !== null) return end
  if (stored.slot === null || stored.callData === null) return pending(payment, null)
  const { slot, callData } = stored
  return send(deps, payment, slot, { callData, isContract: null, wasSent: slot.raws.length > 0 })
}

/** `isContract` is null where it is not known. `wasSent`: a version of the transaction may have been broadcast before. */
type ToSend = { callData: string; isContract: boolean | null; wasSent: boolean }

async function send(
  deps: BaseDeps,
  payment: BasePayment,
  slot: Slot,
  { callData, isContract, wasSent }: ToSend,
): Promise<SettleResponse> {
  const { rpc, store, waiting } = deps
  const until = Date.now() + waiting.confirmMs
  const sent = slot.raws.length > 0 ? slot : await signSlot(deps, slot, callData)
  let { hashes } = sent ?? slot
  const look = async () => {
    const again = await store.read(payment.key)
    hashes = again?.slot?.hashes ?? hashes
    return again === null ? null : endOf(payment, again)
  }
  if (sent === null) {
    // Another process signed or decided it first.
    const end = await look()
    if (end !== null) return end
  } else {
    const waitMs = Math.min(waiting.confirmMs, BLOCK_MS)
    const mined = wasSent ? null : await rpc.sendAndWait(sent.raws.at(-1) ?? '', waitMs)
    if (mined !== null) return conclude(deps, payment, mined, isContract === false)
    await broadcast(deps, sent)
  }
  const left = { ...waiting, confirmMs: until - Date.now() }
  const answer = await awaitReceipt(rpc, () => hashes, left, look)
  if (answer === null) return pending(payment, hashes.at(-1) ?? null)
  return 'success' in answer ? answer : conclude(deps, payment, answer, false)
}

/**
 * Records and returns the verdict of a block. `answersFirst`: a payment that is paid is answered while that is recorded, because
 * the block shows it to whoever asks meanwhile. The next settlement of a contract wallet waits for the record of this one.
 */
async function conclude(
  deps: BaseDeps,
  payment: BasePayment,
  receipt: Receipt,
  answersFirst: boolean,
): Promise<SettleResponse> {
  const sought = soughtOf(payment)
  const verdict = await verdictOf(deps.rpc, receipt, sought)
  const fee = await feeOf(deps.rpc, receipt, sought)
  const recorded = () => record(deps, payment.key, verdict, { closes: true, fee })
  if (verdict.state === 'paid' && answersFirst) {
    setImmediate()
      .then(recorded)
      .catch((error: unknown) => deps.log.error({ err: error }, 'a transfer pays two settlements'))
  } else await recorded()
  if (verdict.state === 'paid') return answerPaid(payment, verdict)
  return answerFailed(payment, verdict.reason, { transaction: verdict.transaction })
}

/** Derives the verdict on a payment from our mined transaction. If it reverted, another transaction may have paid. */
export async function verdictOf(rpc: BaseRpc, receipt: Receipt, sought: Sought): Promise<Verdict> {
  const { transactionHash: transaction, blockNumber: block } = receipt
  const done = judgeReceipt(receipt, sought)
  if (done.state === 'paid') return done
  if (receipt.status)
    return { state: 'failed', transaction, block, reason: 'invalid_exact_evm_transfer_event_mismatch' }
  const found = await lookUpOnBase(rpc, sought)
  return found.state === 'paid' ? found : { state: 'failed', transaction, block, reason: REVERTED }
}

/**
 * Cost of a mined transaction of ours, in wei. Null if it failed because its block came after `validBefore` (or that is
 * unknown): the payer is not to blame.
 */
export async function feeOf(rpc: BaseRpc, receipt: Receipt, { validBefore }: Sought): Promise<bigint | null> {
  const { status, blockNumber, gasUsed, effectiveGasPrice, l1Fee } = receipt
  const fee = gasUsed * effectiveGasPrice + (l1Fee ?? 0n)
  if (status || Date.now() < Number(validBefore) * 1_000) return fee
  const block = await rpc.block(blockNumber).catch(nullIfUnavailable)
  return block !== null && BigInt(block.timestamp) < validBefore ? fee : null
}

/** Records a verdict. A failure is only logged, because the chain has already decided. */
async function record({ store, log }: BaseDeps, key: string, verdict: Verdict, deciding: Deciding): Promise<void> {
  try {
    await store.decide(key, verdict, deciding)
  } catch (error) {
    // One transfer cannot pay two settlements.
    if (isUniqueViolation(error)) throw error
    log.warn({ err: error, settlement: key, network: BASE }, 'a verdict was not noted; settlement-watch notes it')
  }
}

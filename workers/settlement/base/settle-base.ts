import type { SettleResponse } from '@x402/core/types'
import type { Address, Hex } from 'viem'

import { BASE } from '#shared/chains/networks.ts'
import type { Log } from '#shared/log.ts'

import { RpcRefused } from '../open-rpc.ts'
import type { BasePayment } from '../read-payment.ts'
import { endOf, failed, paid, pending } from '../settle-answers.ts'
import { isUniqueViolation, type SettlementStore, type Slot, type Stored, type Verdict } from '../settlement-store.ts'
import { awaitReceipt, type Waiting } from './await-receipt.ts'
import type { BaseNow } from './base-fees.ts'
import type { BaseRpc, Receipt } from './base-rpc.ts'
import type { BaseSenders } from './base-senders.ts'
import { judgeReceipt, lookUpOnBase, type Sought, soughtOf } from './look-up-base.ts'
import type { RecentlyVerified } from './recently-verified.ts'
import { sendSlot } from './send-slot.ts'
import { transferCall } from './transfer-call.ts'
import { type Verified, verifyBase } from './verify-base.ts'

export type BaseDeps = {
  rpc: BaseRpc
  store: SettlementStore
  senders: BaseSenders
  now: () => Promise<BaseNow>
  verified: RecentlyVerified
  waiting: Waiting
  log: Log
}

const REVERTED = 'invalid_exact_evm_transaction_failed'
/** Reasons behind which a use of the authorization may be hidden: the chain is asked before anybody is told no. */
const MAY_BE_PAID = new Set([
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_transaction_simulation_failed',
  REVERTED,
])

/**
 * Settles an EIP-3009 payment. A payment that is stored is resumed: what was signed for it is sent again and waited for,
 * or its end is told. Nothing is signed twice for one payment while its nonce is open, in however many processes.
 */
export async function settleOnBase(deps: BaseDeps, payment: BasePayment): Promise<SettleResponse> {
  const stored = await deps.store.read(payment.key)
  if (stored !== null && (stored.payTo !== payment.payTo || stored.amount !== payment.amount)) {
    return failed(payment, 'invalid_payment_requirements')
  }
  return stored === null || stored.state === 'seen' ? begin(deps, payment) : resume(deps, payment, stored)
}

async function begin(deps: BaseDeps, payment: BasePayment): Promise<SettleResponse> {
  const { store, senders, now } = deps
  const { fees, height } = await now()
  const sender = await senders.choose(fees.maxFee)
  const callData = transferCall(payment.authorization, payment.signature)
  const { response, gas } = await verifyFor(deps, payment, sender, callData)
  if (!response.isValid || gas === null || callData === null) {
    return refuse(deps, payment, {
      height,
      reason: response.invalidReason ?? 'unexpected_settle_error',
      message: response.invalidMessage,
    })
  }
  const slot = await store.takeNonce(payment, { sender, callData, height, fees: { ...fees, gas: (gas * 5n) / 4n } })
  if (slot !== null) return send(deps, payment, slot, callData)
  const theirs = await store.read(payment.key)
  return theirs === null ? pending(payment, null) : resume(deps, payment, theirs)
}

/** Tries the transfer where the payment was found good just now, and goes through all rules where that fails. */
async function verifyFor(
  { rpc, verified }: BaseDeps,
  payment: BasePayment,
  sender: Address,
  callData: Hex | null,
): Promise<Verified> {
  if (callData === null || !verified.has(payment)) return verifyBase(rpc, payment, sender)
  const gas = await rpc.estimateGas(sender, callData).catch((error: unknown) => {
    if (error instanceof RpcRefused) return null
    throw error
  })
  return gas === null ? verifyBase(rpc, payment, sender) : { response: { isValid: true }, gas }
}

type No = { height: number; reason: string; message: string | undefined }

async function refuse(deps: BaseDeps, payment: BasePayment, { height, reason, message }: No): Promise<SettleResponse> {
  if (!MAY_BE_PAID.has(reason)) return failed(payment, reason, { message })
  const found = await lookUpOnBase(deps.rpc, soughtOf(payment))
  if (found.state === 'paid') {
    await deps.store.see(payment, height)
    await record(deps, payment.key, found, false)
    return paid(payment, found.transaction)
  }
  if (found.state === 'unknown' && found.reason !== 'not_settled_yet') return pending(payment, null)
  return failed(payment, reason, { message })
}

async function resume(deps: BaseDeps, payment: BasePayment, stored: Stored): Promise<SettleResponse> {
  const end = endOf(payment, stored)
  if (end !== null) return end
  if (stored.slot === null || stored.callData === null) return pending(payment, null)
  return send(deps, payment, stored.slot, stored.callData)
}

async function send(deps: BaseDeps, payment: BasePayment, slot: Slot, callData: string): Promise<SettleResponse> {
  const { rpc, store, waiting } = deps
  const sent = await sendSlot(deps, slot, callData)
  let { hashes } = sent ?? slot
  const look = async () => {
    const again = await store.read(payment.key)
    hashes = again?.slot?.hashes ?? hashes
    return again === null ? null : endOf(payment, again)
  }
  // Somebody else signed it first, or decided it.
  if (sent === null) {
    const end = await look()
    if (end !== null) return end
  }
  const answer = await awaitReceipt(rpc, () => hashes, waiting, look)
  if (answer === null) return pending(payment, hashes.at(-1) ?? null)
  return 'success' in answer ? answer : conclude(deps, payment, answer)
}

async function conclude(deps: BaseDeps, payment: BasePayment, receipt: Receipt): Promise<SettleResponse> {
  const verdict = await verdictOf(deps.rpc, receipt, soughtOf(payment))
  await record(deps, payment.key, verdict, true)
  if (verdict.state === 'paid') return paid(payment, verdict.transaction)
  return failed(payment, verdict.reason, { transaction: verdict.transaction })
}

/** What a mined transaction of ours means for its payment: where it reverted, another may have paid. */
export async function verdictOf(rpc: BaseRpc, receipt: Receipt, sought: Sought): Promise<Verdict> {
  const { transactionHash: transaction, blockNumber: block } = receipt
  const done = judgeReceipt(receipt, sought)
  if (done.state === 'paid') return done
  if (receipt.status)
    return { state: 'failed', transaction, block, reason: 'invalid_exact_evm_transfer_event_mismatch' }
  const found = await lookUpOnBase(rpc, sought)
  return found.state === 'paid' ? found : { state: 'failed', transaction, block, reason: REVERTED }
}

/** The chain has decided already: an answer is not withheld because noting it failed. */
async function record({ store, log }: BaseDeps, key: string, verdict: Verdict, closes: boolean): Promise<void> {
  try {
    await store.decide(key, verdict, { closes })
  } catch (error) {
    // One transfer cannot have paid two.
    if (isUniqueViolation(error)) throw error
    log.warn({ err: error, settlement: key, network: BASE }, 'a verdict was not noted; settlement-watch notes it')
  }
}

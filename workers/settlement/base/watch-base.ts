import type { Hex } from 'viem'

import { BASE } from '#shared/chains/networks.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import type { Slot, Stored } from '../settlement-store.ts'
import type { OpenSlot, WatchStore } from '../watch-store.ts'
import { minedOf } from './await-receipt.ts'
import { raiseFees, SETTLEMENT_GAS } from './base-fees.ts'
import { lookUpOnBase, soughtOfStored } from './look-up-base.ts'
import { broadcast, sendSlot } from './send-slot.ts'
import { finishBase } from './finish-base.ts'
import { type BaseDeps, feeOf, verdictOf } from './settle-base.ts'

/** Delays of the watch, in milliseconds. */
export type WatchTimes = {
  /** After this the process that settles counts as gone. */
  idleMs: number
  /** After this the fees of the next nonce in line are raised if it is still not mined. */
  replaceMs: number
  /** After this a nonce counts as used by a foreign transaction, or as missing: nodes may lag before. */
  lostMs: number
  /** Interval of checks for final blocks. */
  finalMs: number
}

export const WATCH_TIMES: WatchTimes = { idleMs: 4_000, replaceMs: 20_000, lostMs: 30_000, finalMs: 15_000 }

type Deps = BaseDeps & { watch: WatchStore; times: WatchTimes }

const MOST_VERSIONS = 10
const MOST_GAPS = 64
const NOTHING_GAS = 21_000n

/**
 * Resumes unfinished settlements on Base: signs for nonces that were taken without a transaction, sends signed
 * transactions again, raises the fees of stuck ones, records verdicts of mined ones, and fills gaps in the nonces of
 * senders.
 */
export function baseWatch(deps: Deps): () => Promise<void> {
  let finalAt = 0
  return async () => {
    const { watch, times } = deps
    const { isOpen, isNotFinal } = await watch.leftOn(BASE)
    if (isOpen) await goOn(deps)
    if (!isNotFinal || Date.now() - finalAt < times.finalMs) return
    finalAt = Date.now()
    await finishBase(deps)
  }
}

async function goOn(deps: Deps): Promise<void> {
  const { watch, times } = deps
  const open = await watch.openSlots(BASE, times.idleMs)
  const bySender = Map.groupBy(open, ({ slot }) => slot.sender)
  await Promise.all(Array.from(bySender, ([sender, slots]) => tendSender(deps, sender, slots)))
  await retake(deps)
  await fillGaps(deps)
}

async function tendSender(deps: Deps, sender: string, slots: readonly OpenSlot[]): Promise<void> {
  // Safe: senders are stored as 0x and 40 hex digits.
  const used = await deps.rpc.usedNonces(sender as Hex)
  for (const open of slots) {
    try {
      await tend(deps, open, used)
    } catch (error) {
      // Unreachable nodes affect all settlements; any other error only this one.
      if (error instanceof TemporarilyUnavailable) throw error
      deps.log.error({ err: error, sender, nonce: open.slot.nonce }, 'a settlement could not be looked after')
    }
  }
}

/** Looks after one nonce. Without the key of its sender, which was rotated out, what was signed is sent and watched as it is. */
async function tend(deps: Deps, { slot, stored, takenMs }: OpenSlot, used: number): Promise<void> {
  const { rpc, store, watch, senders, times, log } = deps
  const receipt = await minedOf(rpc, slot.hashes)
  if (receipt !== null) {
    const sought = stored === null ? null : soughtOfStored(stored)
    if (stored === null || sought === null) return watch.closeSlot(slot.id)
    const verdict = await verdictOf(rpc, receipt, sought)
    return store.decide(stored.key, verdict, { closes: true, fee: await feeOf(rpc, receipt, sought) })
  }
  if (slot.nonce < used) {
    if (takenMs < times.lostMs) return
    log.warn({ sender: slot.sender, nonce: slot.nonce }, 'a nonce was used up by a transaction that is not ours')
    await store.ensureSender(BASE, slot.sender, used)
    return watch.closeSlot(slot.id)
  }
  const canSign = senders.has(slot.sender)
  if (slot.raws.length === 0 && !canSign) return
  const isStuck =
    canSign && slot.nonce === used && takenMs > times.replaceMs * slot.raws.length && slot.raws.length < MOST_VERSIONS
  if (slot.raws.length > 0 && isStuck) return replace(deps, slot, stored)
  return resend(deps, slot, stored)
}

async function resend(deps: Deps, slot: Slot, stored: Stored | null): Promise<void> {
  if (slot.raws.length > 0) {
    await broadcast(deps, slot)
    return deps.watch.noteSent(slot.id)
  }
  if (stored?.callData === null || stored === null) return signNothing(deps, slot)
  const fees = slot.fees ?? { ...(await deps.now()).fees, gas: SETTLEMENT_GAS }
  await sendSlot(deps, { ...slot, fees }, stored.callData)
}

async function replace(deps: Deps, slot: Slot, stored: Stored | null): Promise<void> {
  const { now, senders, watch, log } = deps
  const raised = slot.fees === null ? null : raiseFees(slot.fees, (await now()).fees)
  if (slot.fees === null || raised === null) return resend(deps, slot, stored)
  const fees = { gas: slot.fees.gas, ...raised }
  const callData = stored?.callData ?? null
  const { raw, hash } =
    callData === null
      ? await senders.signNothing(slot.sender, slot.nonce, fees)
      : // Safe: call data is stored as it was encoded.
        await senders.signCall(slot.sender, slot.nonce, callData as Hex, fees)
  if (!(await watch.storeVersion(slot, raw, hash, fees))) return
  log.warn(
    { sender: slot.sender, nonce: slot.nonce, transaction: hash },
    'a transaction on Base was stuck; its fees are raised',
  )
  await broadcast(deps, { ...slot, raws: [...slot.raws, raw], hashes: [...slot.hashes, hash] })
}

async function signNothing(deps: Deps, slot: Slot): Promise<void> {
  const fees = { ...(await deps.now()).fees, gas: NOTHING_GAS }
  const { raw, hash } = await deps.senders.signNothing(slot.sender, slot.nonce, fees)
  if (!(await deps.store.storeSigned(slot.id, raw, hash, fees))) return
  await broadcast(deps, { ...slot, raws: [raw], hashes: [hash] })
}

/** Settlements whose nonce was used by another transaction: look them up on chain, then give them a new nonce. */
async function retake({ rpc, store, watch, senders, now, times, log }: Deps): Promise<void> {
  for (const stored of await watch.withoutSlot(BASE, times.idleMs)) {
    const sought = soughtOfStored(stored)
    if (sought === null) continue
    const found = await lookUpOnBase(rpc, sought)
    const verdict = found.state === 'unpaid' ? { ...found, state: 'failed' as const, transaction: null } : found
    if (verdict.state !== 'unknown') await store.decide(stored.key, verdict, { closes: false, fee: null })
    if (found.state !== 'unknown') continue
    const sender = await senders.choose((await now()).fees.maxFee)
    log.warn({ settlement: stored.key, sender }, 'a settlement takes another nonce')
    await watch.retakeNonce(stored.key, BASE, sender)
  }
}

/** Skips nonces that were used elsewhere. Fills a missing nonce with an empty transfer. */
async function fillGaps({ rpc, store, watch, senders, times, log }: Deps): Promise<void> {
  for (const { address, lowestOpen, nextNonce } of await watch.senders(BASE, times.lostMs)) {
    if (!senders.has(address)) continue
    // Safe: senders are stored as 0x and 40 hex digits.
    const used = await rpc.usedNonces(address as Hex)
    if (used > nextNonce) await store.ensureSender(BASE, address, used)
    if (lowestOpen === null) continue
    for (let nonce = used; nonce < Math.min(lowestOpen, used + MOST_GAPS); nonce += 1) {
      log.warn({ sender: address, nonce }, 'a nonce is missing; it is filled')
      await watch.fillGap(BASE, address, nonce)
    }
  }
}

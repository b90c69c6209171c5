import type { Hex } from 'viem'

import type { Log } from '#shared/log.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import { RpcRefused } from '../open-rpc.ts'
import type { SettlementStore, Slot } from '../settlement-store.ts'
import type { BaseRpc } from './base-rpc.ts'
import type { BaseSenders } from './base-senders.ts'

type Deps = { rpc: BaseRpc; store: SettlementStore; senders: BaseSenders; log: Log }

/**
 * Broadcasts the newest version of a slot; before its first, signs it and stores it. Sending what a node knows is no
 * harm, and a node that refuses says nothing of the others: whether it was mined, only the chain tells. Returns the slot
 * as it is stored; null when another process signed something else first (read it again).
 */
export async function sendSlot(deps: Deps, slot: Slot, callData: string): Promise<Slot | null> {
  const signed = slot.raws.length > 0 ? slot : await signSlot(deps, slot, callData)
  if (signed !== null) await broadcast(deps, signed)
  return signed
}

/**
 * Signs the first version of a slot and stores it, so that it may be broadcast; null when another process signed
 * something first.
 */
export async function signSlot(
  { store, senders }: Pick<Deps, 'store' | 'senders'>,
  slot: Slot,
  callData: string,
): Promise<Slot | null> {
  const { id, sender, nonce, fees } = slot
  if (fees === null) throw new TemporarilyUnavailable('The slot has no fees yet.')
  // Safe: call data is stored as it was encoded.
  const { raw, hash } = await senders.signCall(sender, nonce, callData as Hex, fees)
  const isFirst = await store.storeSigned(id, raw, hash, fees)
  return isFirst ? { ...slot, raws: [raw], hashes: [hash] } : null
}

export async function broadcast({ rpc, log }: Pick<Deps, 'rpc' | 'log'>, { raws, hashes, nonce }: Slot): Promise<void> {
  try {
    await rpc.send(raws.at(-1) ?? '')
  } catch (error) {
    if (!(error instanceof RpcRefused || error instanceof TemporarilyUnavailable)) throw error
    if (error instanceof RpcRefused && /already known|already imported|nonce too low/i.test(error.message)) return
    log.warn({ err: error, transaction: hashes.at(-1), nonce }, 'a transaction on Base was not taken; it is sent again')
  }
}

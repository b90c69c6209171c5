import type { Hex } from 'viem'

import { RpcRefused } from '#shared/chains/json-rpc.ts'
import type { Log } from '#shared/log.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import type { SettlementStore, Slot } from '../settlement-store.ts'
import type { BaseRpc } from './base-rpc.ts'
import type { BaseSenders } from './base-senders.ts'

type Deps = { rpc: BaseRpc; store: SettlementStore; senders: BaseSenders; log: Log }

/**
 * Broadcasts the newest version of a slot, after signing and storing a first version if there is none. Sending a known
 * transaction again is harmless, and a refusal by one node says nothing about others: only the chain shows whether it
 * was mined. Returns the stored slot; null if another process signed first (read it again).
 */
export async function sendSlot(deps: Deps, slot: Slot, callData: string): Promise<Slot | null> {
  const signed = slot.raws.length > 0 ? slot : await signSlot(deps, slot, callData)
  if (signed !== null) await broadcast(deps, signed)
  return signed
}

/** Signs and stores the first version of a slot, so that it may be broadcast. Null if another process signed first. */
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

/** Broadcasts the newest version of a slot. A refusal or an outage of the nodes is only logged. */
export async function broadcast({ rpc, log }: Pick<Deps, 'rpc' | 'log'>, { raws, hashes, nonce }: Slot): Promise<void> {
  try {
    await rpc.send(raws.at(-1) ?? '')
  } catch (error) {
    if (!(error instanceof RpcRefused || error instanceof TemporarilyUnavailable)) throw error
    if (error instanceof RpcRefused && /already known|already imported|nonce too low/i.test(error.message)) return
    log.warn({ err: error, transaction: hashes.at(-1), nonce }, 'a transaction on Base was not taken; it is sent again')
  }
}

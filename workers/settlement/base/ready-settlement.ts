import { setImmediate } from 'node:timers/promises'

import { transferCall } from './transfer-call.ts'
import { type BaseNow, SETTLEMENT_GAS } from './base-fees.ts'
import type { BaseRpc } from './base-rpc.ts'
import type { BaseSenders, Signed } from './base-senders.ts'
import type { BasePayment } from '../read-payment.ts'
import { type Sending, wouldSettle } from './try-transfer.ts'

type Deps = { rpc: BaseRpc; senders: BaseSenders; now: () => Promise<BaseNow> }

/** Sender, fees and chain height of a settlement that begins now. */
export type Ready = Sending & Pick<BaseNow, 'height'>

/** A transaction that was signed for the nonce that its sender will probably take. */
export type SignedAhead = Signed & { nonce: number }

/** A simple payment that was simulated exactly as it would be sent. `isContract`: the payer's address has code. */
export type Simulated = { ready: Ready; passes: boolean; isContract: boolean; signed: SignedAhead | null }

/** Chooses sender and fees. Throws TemporarilyUnavailable while gas is too expensive or no account has any. */
export async function readySending({ now, senders }: Pick<Deps, 'now' | 'senders'>): Promise<Ready> {
  const { fees, height } = await now()
  return { sender: await senders.choose(fees.maxFee), fees, height }
}

/**
 * Simulates a simple payment as it would be sent. One that is alone is signed meanwhile; `likely` guesses the nonce, and is null
 * for one that is not alone.
 */
export async function simulateSettlement(
  deps: Deps,
  payment: BasePayment,
  likely: ((sender: string) => number | null) | null,
): Promise<Simulated> {
  const ready = await readySending(deps)
  const nonce = likely?.(ready.sender) ?? null
  const [passes, code, signed] = await Promise.all([
    wouldSettle(deps.rpc, payment, ready),
    deps.rpc.codeAt(payment.authorization.from),
    nonce === null ? null : signAhead(deps.senders, payment, ready, nonce),
  ])
  return { ready, passes, isContract: code !== '0x', signed }
}

async function signAhead(
  senders: BaseSenders,
  { authorization, signature }: BasePayment,
  { sender, fees }: Ready,
  nonce: number,
): Promise<SignedAhead | null> {
  const callData = transferCall(authorization, signature)
  if (callData === null) return null
  // Signing takes most of a millisecond: the requests to the node leave first.
  await setImmediate()
  return { nonce, ...(await senders.signCall(sender, nonce, callData, { ...fees, gas: SETTLEMENT_GAS })) }
}

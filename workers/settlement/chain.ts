import type { SettleResponse, VerifyResponse } from '@x402/core/types'

import type { Network } from '#shared/chains/networks.ts'
import type { Inspected } from '#shared/doors/settlement.ts'

import type { Payment } from './read-payment.ts'

/**
 * What became of a payment. `paid` and `unpaid` are final: what is unpaid cannot be paid any more. As long as it could,
 * and whenever the chain does not answer, it is `unknown`.
 */
export type LookedUp =
  | { state: 'paid'; transaction: string; logIndex: number }
  | { state: 'unpaid'; reason: string }
  | { state: 'unknown'; reason: string; transaction?: string }

export type ChainHealth = { ok: boolean; problems: string[]; detail: Record<string, unknown> }

/** One network that payments are settled on. All but `watch` throw RpcUnreachable where nothing is known. */
export type Chain<One extends Payment> = {
  network: Network
  /** Addresses that pay the fees. */
  signers: readonly string[]
  /** `extra` of GET /supported. */
  extra: Record<string, unknown> | undefined
  verify: (payment: One) => Promise<VerifyResponse>
  /** Three answers: success, a failure that is definite, or `settlement_pending` with the transaction. */
  settle: (payment: One) => Promise<SettleResponse>
  lookUp: (payment: One) => Promise<LookedUp>
  /** What the chain shows of a stranger's payment or transaction; nothing of it is stored. */
  inspect: (asked: { transaction: string | null; payment: One | null }) => Promise<Omit<Inspected, 'noPayment'>>
  /** Brings on what is under way: sends it again, replaces what is stuck, decides what a block has decided. */
  watch: () => Promise<void>
  health: () => Promise<ChainHealth>
}

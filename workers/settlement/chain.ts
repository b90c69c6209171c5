import type { SettleResponse, VerifyResponse } from '@x402/core/types'

import type { Network } from '#shared/chains/networks.ts'
import type { Inspected } from '#shared/doors/settlement.ts'

import type { Payment } from './read-payment.ts'

/**
 * Result of a payment. `paid` and `unpaid` are final: an `unpaid` payment can never be paid. Otherwise, and while the
 * chain does not answer, it is `unknown`.
 */
export type LookedUp =
  | { state: 'paid'; transaction: string; logIndex: number }
  | { state: 'unpaid'; reason: string }
  | { state: 'unknown'; reason: string; transaction?: string }

export type ChainHealth = { ok: boolean; problems: string[]; detail: Record<string, unknown> }

/** A network that payments are settled on. All methods except `watch` throw RpcUnreachable when no node answers. */
export type Chain<One extends Payment> = {
  network: Network
  /** Addresses that pay the fees. */
  signers: readonly string[]
  /** `extra` of GET /supported. */
  extra: Record<string, unknown> | undefined
  /** `settlesSoon`: its settlement will be asked for within moments, so that it may be prepared meanwhile. */
  verify: (payment: One, settlesSoon: boolean) => Promise<VerifyResponse>
  /** Returns success, a definite failure, or `settlement_pending` with the transaction. */
  settle: (payment: One) => Promise<SettleResponse>
  lookUp: (payment: One) => Promise<LookedUp>
  /** Reads what the chain shows of any payment or transaction. Stores nothing. */
  inspect: (asked: { transaction: string | null; payment: One | null }) => Promise<Omit<Inspected, 'noPayment'>>
  /** Continues unfinished settlements: sends again, replaces stuck transactions, records verdicts of blocks. */
  watch: () => Promise<void>
  health: () => Promise<ChainHealth>
}

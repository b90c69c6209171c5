import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import type { Log } from '#shared/log.ts'
import { recordBoostPayment } from '#shared/market/boosts/record-boost-payment.ts'
import { type Order, readOrder } from '#shared/market/solana/read-order.ts'
import { recordPayment } from '#shared/market/solana/record-payment.ts'
import { recordRefundPayment } from '#shared/market/solana/record-refund-payment.ts'
import type { LookedAtPayment } from '#shared/market/solana/sale-answers.ts'

import { type JudgedPayment, judgePayment, type OwedPayment, type WrongPayment } from './judge-payment.ts'
import { type Landed, type PaymentOnChain, readPaymentOnChain } from './landed-payment.ts'
import { owedAt } from './offer-payment.ts'
import type { SaleChain } from './sale-chain.ts'

export type LookDeps = { pg: PgPool; chain: SaleChain; log: Log }

/** Milliseconds by which the chain's clock may differ from ours. */
const CLOCK_MS = 30_000

/** Why a transaction that every node has is no payment. */
type Reason = WrongPayment | 'transaction_failed' | 'before_the_order' | 'used_for_another_order'

/** The judgement of one transaction: what was owed at the quote that fits best, and what each leg got. */
type Judged = JudgedPayment & { owed: OwedPayment; isQuoted: boolean; payer: string; landedAt: Date; slot: number }

/**
 * Looks at a transaction that is said to pay an order, judges it by every node, and records it. Returns null when there
 * is no such order. `pending` decides nothing: not every node has the transaction, or they differ. Throws RpcUnreachable
 * while a node does not answer.
 */
export async function lookAtPayment(
  deps: LookDeps,
  { orderId, signature }: { orderId: string; signature: string },
): Promise<LookedAtPayment | null> {
  const { pg, chain, log } = deps
  // Asked beside the database, which seldom knows the transaction already: then nobody waits for the nodes.
  const landed = chain.landed(signature, 'confirmed')
  landed.catch(() => {})
  const [order, known] = await Promise.all([readOrder(pg, orderId), readKnown(pg, signature)])
  if (order === null) return null
  if (known !== null) return answerKnown(order, known)
  const seen = await landed
  const judged = judgeOnAll(order, signature, seen)
  if (judged === null) return pending(seen.some((one) => one !== null) ? 'nodes_differ' : 'not_visible_yet')
  if (judged.reason !== null) {
    // Whoever shows a transaction of somebody else to an order must not spoil it for the order that it pays.
    if (judged.reason === 'not_our_reference') return rejected(judged.reason, judged)
    // A failure may still be another on the final chain: only a final one is remembered.
    const final = judgeOnAll(order, signature, await chain.landed(signature, 'finalized'))
    if (final !== null && final.reason !== null) await remember(pg, { orderId, signature, judged: final })
    return rejected(judged.reason, judged)
  }
  const recorded = await RECORDERS[order.subject](pg, {
    orderId,
    signature,
    payer: judged.payer,
    slot: judged.slot,
    landedAt: judged.landedAt,
    owed: judged.owed.legs.map(({ amount }) => amount),
    received: judged.received,
    isQuoted: judged.isQuoted,
    isWin: order.isWin,
  })
  if (recorded.verdict === 'known') {
    const now = await readKnown(pg, signature)
    return now === null ? pending('being_recorded') : answerKnown(order, now)
  }
  log.info(
    { order: orderId, transaction: signature, verdict: recorded.verdict, reason: recorded.reason },
    'a payment on Solana',
  )
  return { state: recorded.verdict === 'pays' ? 'paid' : 'refund', reason: recorded.reason, legs: legsOf(judged) }
}

const RECORDERS = { purchase: recordPayment, boost: recordBoostPayment, refund: recordRefundPayment } as const

/** Judges what all nodes have; null while one lacks it or they differ. */
export function judgeOnAll(order: Order, signature: string, seen: readonly (Landed | null)[]): Judged | null {
  const judged = seen.map((one) => (one === null ? null : judgeLanded(order, signature, one)))
  const [first] = judged
  if (first === undefined || first === null) return null
  const isAgreed = judged.every(
    (one) =>
      one !== null &&
      one.reason === first.reason &&
      one.payer === first.payer &&
      String(one.received) === String(first.received),
  )
  return isAgreed ? first : null
}

/** Judges what one node says of a transaction; null when it cannot be of the chain. */
function judgeLanded(order: Order, signature: string, landed: Landed): Judged | null {
  const paid = readPaymentOnChain(landed)
  if (paid === null || paid.signature !== signature || landed.blockTime === null || landed.blockTime === undefined)
    return null
  const landedAt = new Date(landed.blockTime * 1_000)
  const best = bestQuote(order, paid, landedAt)
  const reason: Reason | null =
    landed.meta.err !== null && landed.meta.err !== undefined
      ? 'transaction_failed'
      : landedAt.getTime() < order.createdAt.getTime() - CLOCK_MS
        ? 'before_the_order'
        : best.judged.reason
  // Safe: the wider reasons are words for the same field.
  return {
    ...best.judged,
    reason: reason as WrongPayment | null,
    ...best,
    payer: paid.payer,
    landedAt,
    slot: landed.slot,
  }
}

/** The judgement at the quote that helps the payer most: one that held and is covered, then any that is covered. */
function bestQuote(order: Order, paid: PaymentOnChain, landedAt: Date) {
  if (order.currency === 'usdc' || order.subject === 'refund') {
    const owed = owedAt(order, null)
    return { judged: judgePayment(paid, owed), owed, isQuoted: true }
  }
  const tried = order.quotes.map(({ microUsdPerSol, validUntil }) => {
    const owed = owedAt(order, microUsdPerSol)
    const isQuoted = landedAt.getTime() <= validUntil.getTime() + CLOCK_MS
    return { judged: judgePayment(paid, owed), owed, isQuoted }
  })
  const covered = tried.filter(({ judged }) => judged.reason === null)
  const none = {
    judged: { reason: 'leg_missing' as const, received: order.legs.map(() => 0n) },
    owed: owedAt(order, 1n),
    isQuoted: false,
  }
  return covered.find(({ isQuoted }) => isQuoted) ?? covered[0] ?? tried[0] ?? none
}

type Known = {
  orderId: string
  verdict: 'pays' | 'refund' | 'wrong'
  reason: string | null
  owed: string[]
  received: string[]
}

async function readKnown(pg: PgPool, signature: string): Promise<Known | null> {
  const { rows } = await pg.query<Omit<Known, 'orderId'> & { order_id: string }>({
    name: 'solana-payment-known',
    text: `select order_id, verdict, reason, owed, received from solana_payment where signature = $1 and state <> 'gone'`,
    values: [signature],
  })
  const [row] = rows
  if (row === undefined) return null
  const { order_id: orderId, ...known } = row
  return { orderId, ...known }
}

async function remember(
  pg: PgPool,
  { orderId, signature, judged }: { orderId: string; signature: string; judged: Judged },
): Promise<void> {
  await pg.query({
    name: 'solana-payment-wrong',
    text: `insert into solana_payment (id, order_id, signature, verdict, state, reason, payer, slot, landed_at, owed, received, decided_at)
      values ($1, $2, $3, 'wrong', 'final', $4, $5, $6, $7, $8, $9, now()) on conflict do nothing`,
    values: [
      uuidv7(),
      orderId,
      signature,
      judged.reason,
      judged.payer,
      judged.slot,
      judged.landedAt,
      judged.owed.legs.map(({ amount }) => String(amount)),
      judged.received.map(String),
    ],
  })
}

function answerKnown(order: Order, { orderId, verdict, reason, owed, received }: Known): LookedAtPayment {
  if (orderId !== order.id) return { state: 'rejected', reason: 'used_for_another_order', legs: [] }
  const legs = order.legs.map(({ role, wallet }, at) => ({
    role,
    address: wallet,
    owed: owed[at] ?? '0',
    received: received[at] ?? '0',
  }))
  return { state: verdict === 'pays' ? 'paid' : verdict === 'refund' ? 'refund' : 'rejected', reason, legs }
}

const pending = (reason: string): LookedAtPayment => ({ state: 'pending', reason, legs: [] })

const rejected = (reason: string, judged: Judged): LookedAtPayment => ({
  state: 'rejected',
  reason,
  legs: legsOf(judged),
})

const legsOf = ({ owed, received }: Judged): LookedAtPayment['legs'] =>
  owed.legs.map(({ role, wallet, amount }, at) => ({
    role,
    address: wallet,
    owed: amount.toString(),
    received: (received[at] ?? 0n).toString(),
  }))

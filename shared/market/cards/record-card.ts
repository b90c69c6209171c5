import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import type { Db } from '#shared/db/open-db.ts'
import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'

import { changePurchase, notePurchase } from '../purchases/change-purchase.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import { CardPayment } from './card-payment.entity.ts'
import { CardRefund } from './card-refund.entity.ts'
import { type CardSnapshot, disputedCentsOf, disputeFeeCentsOf } from './card-snapshot.ts'
import { changesOf, differenceOf } from './judge-card.ts'
import { noteDisputes } from './note-disputes.ts'
import { payByCard } from './pay-by-card.ts'
import { giveSurplusBack, takeBack } from './take-back.ts'

/** What became of a read: it is recorded, a later read began meanwhile, or it is not what was agreed. */
export type RecordedCard =
  | { kind: 'recorded'; state: CardPayment['state'] }
  | { kind: 'late' }
  | { kind: 'differs'; why: string }

type Given = {
  purchaseId: string
  /** The number of this read (beginReading). */
  reading: bigint
  snapshot: CardSnapshot
  isLive: boolean
  holdDays: number
}

/**
 * Begins a read of a payment at the processor, and returns its number. Of several reads at once only the one that began
 * last is recorded, so what an older one saw never overwrites what a newer one did.
 */
export async function beginReading(db: Pick<Db, 'pg'>, purchaseId: string): Promise<bigint> {
  // SQL: the number is taken and raised at once.
  const { rows } = await db.pg.query<{ reading: string }>({
    name: 'card-reading',
    text: 'update card_payment set reading = reading + 1 where purchase_id = $1 returning reading',
    values: [purchaseId],
  })
  return BigInt(rows[0]?.reading ?? 0)
}

/**
 * Leads purchase, payables and ledger to what was read at the processor, under the lock of the purchase. A read that is
 * not what was agreed changes nothing but `trouble`. Recording the same again changes nothing.
 */
export async function recordCard(db: Pick<Db, 'pg' | 'em'>, given: Given): Promise<RecordedCard> {
  const { purchaseId, reading, snapshot, isLive, holdDays } = given
  return inUnitOfWork(db, async (em) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
    const purchase = await em.findOneOrFail(Purchase, purchaseId, lock)
    const payment = await em.findOneOrFail(CardPayment, purchaseId, lock)
    if (payment.reading !== reading) return { kind: 'late' }
    const why = differenceOf(snapshot, { purchaseId, amountCents: payment.amountCents, isLive })
    if (why !== null) {
      await noteTrouble(em, purchase, why)
      return { kind: 'differs', why }
    }
    em.assign(payment, { processorStatus: snapshot.status })
    await em.flush()
    if (payment.state === 'open') await open(em, purchase, { snapshot, holdDays })
    const now = await em.findOneOrFail(CardPayment, purchaseId, { refresh: true })
    await noteRefunds(em, now, snapshot)
    await noteDisputes(em, purchaseId, snapshot)
    if (now.state === 'surplus') await giveSurplusBack(connectionOf(em), purchaseId, snapshot.refundedCents)
    if (now.state === 'paid') await follow(em, purchase, { payment: now, snapshot })
    return { kind: 'recorded', state: now.state }
  })
}

/** Records what became of a payment that had not come in yet. */
async function open(
  em: EntityManager,
  purchase: Purchase,
  { snapshot, holdDays }: { snapshot: CardSnapshot; holdDays: number },
): Promise<void> {
  const { id, sellerId, royaltyTo = null } = purchase
  if (snapshot.status === 'succeeded')
    return payByCard(connectionOf(em), { purchaseId: id, sellerId, royaltyTo, holdDays })
  if (snapshot.status === 'canceled') {
    await em.nativeUpdate(CardPayment, { purchaseId: id }, { state: 'canceled', lookAt: null })
    if (purchase.status === 'pending') await changePurchase(em, purchase, { event: 'canceled', by: 'platform' })
    return
  }
  if (snapshot.status === 'requires_payment_method' && snapshot.decline !== null && purchase.status === 'pending')
    await changePurchase(em, purchase, { event: 'payment_failed', by: 'platform', reason: snapshot.decline })
}

/** Leads a paid purchase to what became of its payment: refunds, disputes and warnings. */
async function follow(
  em: EntityManager,
  { id }: Purchase,
  { payment, snapshot }: { payment: CardPayment; snapshot: CardSnapshot },
): Promise<void> {
  const purchase = await em.findOneOrFail(Purchase, id, { refresh: true })
  const taken = {
    refundedCents: Math.max(payment.refundedCents, snapshot.refundedCents),
    disputedCents: disputedCentsOf(snapshot),
    feeCents: disputeFeeCentsOf(snapshot),
  }
  const isKnown =
    taken.refundedCents === payment.refundedCents &&
    taken.disputedCents === payment.disputedCents &&
    taken.feeCents === payment.feeCents
  if (!isKnown) await takeBack(connectionOf(em), purchase, taken)
  if (snapshot.refundedCents < payment.refundedCents) await noteTrouble(em, purchase, 'refund_failed')
  const [asked] = await em.find(CardRefund, { purchaseId: id, state: 'made' }, { orderBy: { id: 'desc' }, limit: 1 })
  for (const { event, refundedCents } of changesOf(purchase, snapshot)) {
    const isRefund = event === 'refunded' || event === 'partially_refunded'
    const by = isRefund ? (asked?.askedBy ?? 'platform') : 'platform'
    const reason = isRefund ? (asked?.reason ?? null) : (snapshot.disputes[0]?.reason ?? null)
    await changePurchase(em, purchase, { event, by, reason, set: { refundedCents } })
  }
  if (snapshot.isWarned && payment.warnedAt === null) {
    await em.nativeUpdate(CardPayment, { purchaseId: id }, { warnedAt: new Date() })
    await notePurchase(em, purchase, { event: 'fraud_warning', by: 'platform' })
    // SQL: a warned sale is not paid out before most disputes have come.
    await connectionOf(em).query(WAIT, [id])
  }
}

/** Days for which the seller's share of a warned payment waits. */
const WARNED_DAYS = 30

const WAIT = `
update payable set due_at = greatest(due_at, now() + interval '${WARNED_DAYS} days')
where purchase_id = $1::uuid and state = 'waiting' and due_at is not null`

/** Notes for the operator why a payment is not as it should be, once. */
async function noteTrouble(em: EntityManager, purchase: Purchase, trouble: string): Promise<void> {
  const changed = await em.nativeUpdate(
    CardPayment,
    { purchaseId: purchase.id, $or: [{ trouble: null }, { trouble: { $ne: trouble } }] },
    { trouble },
  )
  if (changed === 1) await notePurchase(em, purchase, { event: 'card_trouble', by: 'platform', reason: trouble })
}

/** Records which refunds that were asked for here the processor has made, or could not make. */
async function noteRefunds(em: EntityManager, { purchaseId }: CardPayment, { refunds }: CardSnapshot): Promise<void> {
  for (const { id, ourId, status } of refunds) {
    if (ourId === null) continue
    const state = status === 'failed' || status === 'canceled' ? 'failed' : 'made'
    const where = { id: ourId, purchaseId, state: state === 'failed' ? { $ne: 'failed' as const } : ('asked' as const) }
    await em.nativeUpdate(CardRefund, where, { state, refundId: id, lookAt: null })
  }
}

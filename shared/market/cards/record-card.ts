import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import type { Db } from '#shared/db/open-db.ts'
import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'

import { publicId } from '../public-id.ts'
import { changePurchase, notePurchase } from '../purchases/change-purchase.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import { bookProcessorFee } from './book-processor-fee.ts'
import { CardPayment } from './card-payment.entity.ts'
import { CardRefund } from './card-refund.entity.ts'
import { type CardSnapshot, takenOf } from './card-snapshot.ts'
import { changesOf, differenceOf } from './judge-card.ts'
import { noteDisputes } from './note-disputes.ts'
import { noteRefunds } from './note-refunds.ts'
import { noteTrouble } from './note-trouble.ts'
import { payByCard } from './pay-by-card.ts'
import { giveSurplusBack } from './give-surplus-back.ts'
import { takeBack } from './take-back.ts'

/** What became of a read: it is recorded, a later read began meanwhile, or it is not what was agreed. */
export type RecordedCard =
  | { kind: 'recorded'; state: CardPayment['state'] }
  | { kind: 'late' }
  | { kind: 'differs'; why: string }

/** What was read of the payment of a purchase, or of a hire, which has the same id. */
export type ReadCard = {
  purchaseId: string
  /** The number of this read (beginReading). */
  reading: bigint
  snapshot: CardSnapshot
  isLive: boolean
  holdDays: number
}

/**
 * Begins a read of a payment at the processor, and returns its number, and whether it pays a hire. Of several reads at once only the one that began
 * last is recorded, so what an older one saw never overwrites what a newer one did.
 */
export async function beginReading(
  db: Pick<Db, 'pg'>,
  purchaseId: string,
): Promise<{ reading: bigint; isHire: boolean }> {
  // SQL: the number is taken and raised at once.
  const { rows } = await db.pg.query<{ reading: string; is_hire: boolean }>({
    name: 'card-reading',
    text: 'update card_payment set reading = reading + 1 where purchase_id = $1 returning reading, hire_id is not null as is_hire',
    values: [purchaseId],
  })
  return { reading: BigInt(rows[0]?.reading ?? 0), isHire: rows[0]?.is_hire ?? false }
}

/**
 * Leads purchase, payables and ledger to what was read at the processor, under the lock of the purchase. A read that is
 * not what was agreed changes nothing but `trouble`. Recording the same again changes nothing.
 */
export async function recordCard(db: Pick<Db, 'pg' | 'em'>, given: ReadCard): Promise<RecordedCard> {
  const { purchaseId, reading, snapshot, isLive, holdDays } = given
  return inUnitOfWork(db, async (em) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
    const purchase = await em.findOneOrFail(Purchase, purchaseId, lock)
    const payment = await em.findOneOrFail(CardPayment, purchaseId, lock)
    if (payment.reading !== reading) return { kind: 'late' }
    const named = publicId('pur', purchaseId)
    const why = differenceOf(snapshot, { named, amountCents: payment.amountCents, isLive })
    if (why !== null) {
      await tellTrouble(em, purchase, why)
      return { kind: 'differs', why }
    }
    em.assign(payment, { processorStatus: snapshot.status })
    await em.flush()
    if (payment.state === 'open') await open(em, purchase, { snapshot, holdDays })
    const now = await em.findOneOrFail(CardPayment, purchaseId, { refresh: true })
    await noteRefunds(em, purchaseId, snapshot)
    await noteDisputes(em, purchaseId, snapshot)
    await bookProcessorFee(connectionOf(em), purchaseId, snapshot.processorFeeCents)
    if (now.state === 'surplus') await giveSurplusBack(connectionOf(em), purchaseId, takenOf(now, snapshot))
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
  const taken = takenOf(payment, snapshot)
  const isKnown =
    taken.refundedCents === payment.refundedCents &&
    taken.disputedCents === payment.disputedCents &&
    taken.feeCents === payment.feeCents
  if (!isKnown) await takeBack(connectionOf(em), purchase, taken)
  if (snapshot.refundedCents < payment.refundedCents) await tellTrouble(em, purchase, 'refund_failed')
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

async function tellTrouble(em: EntityManager, purchase: Purchase, trouble: string): Promise<void> {
  if (await noteTrouble(em, purchase.id, trouble))
    await notePurchase(em, purchase, { event: 'card_trouble', by: 'platform', reason: trouble })
}

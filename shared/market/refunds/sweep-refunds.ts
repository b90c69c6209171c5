import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'

import { refundPayment, SETTLEABLE, settleRefund } from './refund-payment.ts'

/** What buyers and sellers read about a payment that cannot pay, by the reason of its row. */
const REASONS: Readonly<Record<string, string>> = {
  late: 'The payment landed after its time, and the listing is not sold at these terms any more.',
  quote_expired: 'The payment landed after its quote of SOL had expired.',
  paid_already: 'It was paid already: this is a second payment.',
  purchase_paid: 'It was paid already: this is a second payment.',
  offer_gone: 'The offer was sold, canceled or changed before this payment landed.',
  win_lapsed: 'The auction was paid, passed on, or bid on before this payment landed.',
}

/**
 * Opens the refunds of final payments that cannot pay what they were made for, and settles those that are due and whose
 * seller has signed, or is owed enough by now. Returns how many it looked at. Safe to run concurrently.
 */
export async function sweepRefunds(db: Pick<Db, 'pg' | 'em'>, limit: number): Promise<number> {
  // SQL: by an index of what is to be given back.
  const open = await db.pg.query<{ id: string; reason: string }>(UNOPENED, [limit])
  for (const { id, reason } of open.rows) {
    const why = REASONS[reason] ?? `It could not be paid any more: ${reason.replaceAll('_', ' ')}.`
    await inUnitOfWork(db, (em) => refundPayment(em, { paymentId: id, by: 'platform', reason: why }))
  }
  // SQL: how each can be settled is judged there.
  const due = await db.pg.query<{ payment_id: string }>(SETTLEABLE, [limit])
  for (const { payment_id: id } of due.rows) await inUnitOfWork(db, (em) => settleRefund(em, id))
  return open.rows.length + due.rows.length
}

const UNOPENED = `
select y.id, y.reason from solana_payment y where y.verdict = 'refund' and y.state = 'final'
  and not exists (select from solana_refund r where r.payment_id = y.id) order by y.found_at limit $1`
